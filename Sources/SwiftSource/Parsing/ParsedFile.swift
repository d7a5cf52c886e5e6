// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import SwiftParser
package import SwiftSyntax

/// A Swift file with its syntax tree, walked once. All rules ask the same parsed file.
package final class ParsedFile {
  /// Files over this size are not parsed.
  package static let maximumBytes = 2 << 20
  /// How much processor time parsing one file may take; real ones take milliseconds.
  package static let defaultLimit = Duration.seconds(10)
  /// How deep brackets and blocks may be nested before the parser stops descending.
  static let maximumNesting = 128
  /// How deep the tree may be. Chains such as `a.b.c` make it deep without any nesting.
  static let maximumDepth = 1000

  package let text: SourceText
  package let tree: SourceFileSyntax
  /// In the order of the file, the end of the file included.
  package let tokens: [TokenSyntax]
  /// The bytes of the tokens without the space and comments around them. Asking each token takes ten times as long.
  package private(set) lazy var tokenRanges: [Range<Int>] = tokens.map { range(of: $0) }
  /// In the order of the file.
  package private(set) lazy var comments: [Comment] = Comment.all(in: self)
  /// The directives of comments, reviewbot's and SwiftLint's, in the order of the file.
  package private(set) lazy var directives: [Directive] =
    text.mayHaveDirectives ? comments.compactMap { Directive(comment: $0, in: text) } : []
  /// What is on each line.
  package private(set) lazy var lineContents = LineContents(self)
  /// The binary operators, in the order of the file.
  package private(set) lazy var operations = Operation.all(in: self)
  /// Calls by the last name of the called expression: `map` for `a.b.map(c)`.
  package private(set) lazy var callsByName: [String: [FunctionCallExprSyntax]] = Dictionary(
    grouping: nodes(FunctionCallExprSyntax.self)
  ) { $0.lastName }

  /// The calls whose arguments, with the space before them, are on more than one line, in the order of the file.
  package private(set) lazy var multilineCalls = nodes(FunctionCallExprSyntax.self).filter { call in
    let arguments = call.arguments
    return text.lines.line(at: arguments.position.utf8Offset) != text.lines.line(at: arguments.endPosition.utf8Offset)
  }
  /// Where variables are read.
  package private(set) lazy var variableUses = VariableUses(self)

  private var places: [String: WordPlaces] = [:]
  private let nodesByKind: [[Syntax]]
  private let kindsByType: [ObjectIdentifier: SyntaxKind]
  /// The nodes of kinds that were requested, with their types. A type costs more to restore than to remember.
  private var typedNodes: [ObjectIdentifier: Any] = [:]

  /// - Parameters:
  ///   - limit: how long parsing may take. Some broken code makes the parser try very many ways to read it.
  ///   - trees: where the tree may be already, and is put otherwise.
  package init(
    _ text: SourceText, within limit: Duration = defaultLimit, trees: ParsedTrees? = nil
  ) throws(ParseRefusal) {
    guard text.isSwift else { throw .notSwift }
    guard text.bytes.count <= Self.maximumBytes else { throw .tooLarge(limit: Self.maximumBytes) }
    guard limit > .zero else { throw .noTimeLeft }
    guard NestingGuard.accepts(text.bytes) else { throw .tooDeep }
    let bytes = text.bytes
    let tree = trees?.tree(of: bytes) ?? DeepCall.run(within: limit) { Self.tree(of: bytes) }
    guard let tree else { throw .tooSlow(limit: limit) }
    let collector = NodeCollector(maximumDepth: Self.maximumDepth)
    collector.walk(tree)
    guard !collector.isTooDeep else { throw .tooDeep }
    trees?.keep(tree, of: bytes)
    self.text = text
    self.tree = tree
    tokens = collector.tokens
    nodesByKind = collector.nodes
    kindsByType = Dictionary(uniqueKeysWithValues: collector.kinds.map { (ObjectIdentifier($0.syntaxNodeType), $0) })
  }

  private static func tree(of bytes: [UInt8]) -> SourceFileSyntax {
    bytes.withUnsafeBufferPointer { Parser.parse(source: $0, maximumNestingLevel: maximumNesting) }
  }

  /// All nodes of a kind, in the order of the file (a node before those inside it).
  package func nodes<Node: SyntaxProtocol>(_ type: Node.Type) -> [Node] {
    if let nodes = typedNodes[ObjectIdentifier(type)] as? [Node] { return nodes }
    guard let kind = kindsByType[ObjectIdentifier(type)] else { return [] }
    let untyped = nodesByKind[kind.index]
    var nodes: [Node] = []
    nodes.reserveCapacity(untyped.count)
    for node in untyped { if let node = Node(node) { nodes.append(node) } }
    typedNodes[ObjectIdentifier(type)] = nodes
    return nodes
  }

  /// All nodes of a kind, in the order of the file (a node before those inside it).
  package func nodes(of kind: SyntaxKind) -> [Syntax] { nodesByKind[kind.index] }

  /// Where a word occurs, looked for once.
  ///
  /// - Parameter word: not empty.
  package func places(of word: String) -> WordPlaces {
    if let known = places[word] { return known }
    let found = WordPlaces(word, in: text.bytes)
    places[word] = found
    return found
  }

  /// The bytes of a node without the space and comments around it.
  package func range(of node: some SyntaxProtocol) -> Range<Int> {
    node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
  }

  /// The text of a node without the space and comments around it.
  package func text(of node: some SyntaxProtocol) -> String {
    text.text(in: range(of: node))
  }

  /// The tokens within a node, in the order of the file.
  package func tokens(in node: some SyntaxProtocol) -> ArraySlice<TokenSyntax> {
    let bytes = range(of: node)
    let first = tokenRanges.partitioningIndex(where: { $0.lowerBound >= bytes.lowerBound })
    let end = tokenRanges.partitioningIndex(where: { $0.lowerBound >= bytes.upperBound })
    return tokens[first..<max(first, end)]
  }

  /// 1-based.
  package func line(of position: AbsolutePosition) -> Int {
    text.lines.line(at: position.utf8Offset)
  }
}

/// Trees of texts that were parsed before, for a later stage that needs the same text: the rules parse what the
/// measurement of coverage needs as well.
package final class ParsedTrees: Sendable {
  /// So much text is remembered; its trees take some thirty times as much.
  static let maximumBytes = 8 << 20

  private struct State {
    var trees: [[UInt8]: SourceFileSyntax] = [:]
    var bytes = 0
  }

  private let state = Locked(State())

  package init() {}

  func tree(of bytes: [UInt8]) -> SourceFileSyntax? {
    state.withLock { $0.trees[bytes] }
  }

  /// Remembers the tree if there is room.
  func keep(_ tree: SourceFileSyntax, of bytes: [UInt8]) {
    state.withLock { state in
      guard state.trees[bytes] == nil, state.bytes + bytes.count <= Self.maximumBytes else { return }
      state.trees[bytes] = tree
      state.bytes += bytes.count
    }
  }
}
