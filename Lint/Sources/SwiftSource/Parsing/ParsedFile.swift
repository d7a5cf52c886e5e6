// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftParser
public import SwiftSyntax

/// A Swift file with its syntax tree, which is walked once. All rules share one parsed file.
public final class ParsedFile {
  /// The limit of the size of a file; larger files are not parsed.
  public static let maximumBytes = 2 << 20
  /// The limit of processor time for parsing one file; real files take milliseconds.
  public static let defaultLimit = Duration.seconds(4)
  /// The limit of syntax errors. Describing them takes a time that grows with the square of their number.
  static let maximumErrors = 10_000
  /// The limit of nested brackets and blocks at which the parser stops descending, and the file is refused. The
  /// compiler refuses more than 256 of them; angle brackets it does not count.
  static let maximumNesting = 512
  /// The limit of the depth of the tree outside of a ``DeepStack``. Chains such as `a.b.c` make it deep without any
  /// nesting.
  static let maximumDepth = 1000

  public let text: SourceText
  public let tree: SourceFileSyntax
  /// In the order of the file, including the end of the file.
  public let tokens: [TokenSyntax]
  /// The ranges of the tokens without the space and comments around them. Computing them again takes ten times as long.
  package private(set) lazy var tokenRanges: [Range<Int>] = tokens.map { range(of: $0) }
  /// In the order of the file.
  public private(set) lazy var comments: [Comment] = Comment.all(in: self)
  /// The directives of comments, reviewbot's and SwiftLint's, in the order of the file.
  package private(set) lazy var directives: [Directive] =
    text.mayHaveDirectives ? comments.compactMap { Directive(comment: $0, in: text) } : []
  /// The lines with code.
  package private(set) lazy var codeLines = CodeLineCounts(self)
  /// The runs of lines without anything but white space, also those in comments and strings, as 1-based numbers of lines.
  package private(set) lazy var blankRuns = text.blankRuns
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
  /// The places at which variables are read.
  package private(set) lazy var variableUses = VariableUses(self)
  /// The declared names, and where the local ones hide others.
  package private(set) lazy var localNames = LocalNames(self)

  private var occurrences: [String: WordOccurrences] = [:]
  private let nodesByKind: [[Syntax]]
  private let kindsByType: [ObjectIdentifier: SyntaxKind]
  /// The nodes of the requested types, cached because casting each node again is more expensive.
  private var typedNodes: [ObjectIdentifier: Any] = [:]

  /// - Parameters:
  ///   - limit: the limit of processor time for parsing. Some broken code makes the parser try very many alternatives.
  ///   - trees: a cache of trees, which is used and filled.
  ///   - stack: the current thread, for a tree of any depth that the thread can walk. If the tree is deep or has errors,
  ///     the limit includes everything that the thread does with it afterwards.
  package init(
    _ text: SourceText, within limit: Duration = defaultLimit, trees: ParsedTrees? = nil, on stack: DeepStack? = nil
  ) throws(ParseRefusal) {
    try Self.check(text, within: limit)
    let bytes = text.bytes
    stack?.begin(limit)
    let parsed = trees?.tree(of: bytes) ?? Self.tree(of: bytes, within: limit, on: stack)
    guard let tree = parsed else { throw .tooSlow(limit: limit) }
    let collector = NodeCollector(maximumDepth: stack == nil ? Self.maximumDepth : DeepStack.maximumDepth)
    // Without the rest of the file, most rules would find nothing in it.
    guard !tree.hasMaximumNestingLevelOverflow else { throw .tooDeep }
    collector.walk(tree)
    guard !collector.isTooDeep else { throw .tooDeep }
    if tree.hasError {
      guard ErrorCounter.count(in: tree) <= Self.maximumErrors else {
        throw .tooManyErrors(limit: Self.maximumErrors)
      }
    } else if collector.deepest <= Self.maximumDepth {
      stack?.end()
    }
    trees?.keep(tree, of: bytes)
    self.text = text
    self.tree = tree
    tokens = collector.tokens
    nodesByKind = collector.nodes
    kindsByType = Dictionary(uniqueKeysWithValues: collector.kinds.map { (ObjectIdentifier($0.syntaxNodeType), $0) })
  }

  /// Whether the parser finds errors in a text. Takes a part of the time of making a ``ParsedFile``.
  ///
  /// - Parameter stack: the current thread, which is limited until the text is parsed.
  package static func hasErrors(
    in text: SourceText, within limit: Duration, on stack: DeepStack? = nil
  ) throws(ParseRefusal) -> Bool {
    try check(text, within: limit)
    stack?.begin(limit)
    defer { stack?.end() }
    guard let tree = tree(of: text.bytes, within: limit, on: stack) else { throw .tooSlow(limit: limit) }
    return tree.hasError
  }

  private static func check(_ text: SourceText, within limit: Duration) throws(ParseRefusal) {
    guard text.isSwift else { throw .notSwift }
    guard text.bytes.count <= maximumBytes else { throw .tooLarge(limit: maximumBytes) }
    guard limit > .zero else { throw .noTimeLeft }
    guard NestingGuard.accepts(text.bytes) else { throw .tooDeep }
  }

  private static func tree(of bytes: [UInt8], within limit: Duration, on stack: DeepStack?) -> SourceFileSyntax? {
    guard stack == nil else { return tree(of: bytes) }
    return DeepStack.run { stack in
      stack.begin(limit)
      return tree(of: bytes)
    }
  }

  private static func tree(of bytes: [UInt8]) -> SourceFileSyntax {
    bytes.withUnsafeBufferPointer { Parser.parse(source: $0, maximumNestingLevel: maximumNesting) }
  }

  /// All nodes of a kind, in the order of the file (a node before those inside it).
  public func nodes<Node: SyntaxProtocol>(_ type: Node.Type) -> [Node] {
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

  /// Returns the places of a word, which are searched once.
  ///
  /// - Parameter word: not empty.
  package func occurrences(of word: String) -> WordOccurrences {
    if let known = occurrences[word] { return known }
    let found = WordOccurrences(word, in: text.bytes)
    occurrences[word] = found
    return found
  }

  /// Returns the range of a node without the space and comments around it.
  public func range(of node: some SyntaxProtocol) -> Range<Int> {
    node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
  }

  /// Returns the text of a node without the space and comments around it.
  package func text(of node: some SyntaxProtocol) -> String {
    text.text(in: range(of: node))
  }

  /// Returns the tokens of a node, in the order of the file.
  package func tokens(in node: some SyntaxProtocol) -> ArraySlice<TokenSyntax> {
    let bytes = range(of: node)
    let first = tokenRanges.partitioningIndex(where: { $0.lowerBound >= bytes.lowerBound })
    let end = tokenRanges.partitioningIndex(where: { $0.lowerBound >= bytes.upperBound })
    return tokens[first..<max(first, end)]
  }

  /// Returns the 1-based line of a position.
  public func line(of position: AbsolutePosition) -> Int {
    text.lines.line(at: position.utf8Offset)
  }
}

/// A cache of syntax trees by text, for a later stage that needs the same files: the measurement of coverage needs the
/// trees that the rules parse.
public final class ParsedTrees: Sendable {
  /// The limit of the cached text; its trees take some thirty times as much memory.
  static let maximumBytes = 8 << 20

  private struct State {
    var trees: [[UInt8]: SourceFileSyntax] = [:]
    var bytes = 0
  }

  private let state = Locked(State())

  public init() {}

  func tree(of bytes: [UInt8]) -> SourceFileSyntax? {
    state.withLock { $0.trees[bytes] }
  }

  /// Caches the tree if the limit allows it.
  func keep(_ tree: SourceFileSyntax, of bytes: [UInt8]) {
    state.withLock { state in
      guard state.trees[bytes] == nil, state.bytes + bytes.count <= Self.maximumBytes else { return }
      state.trees[bytes] = tree
      state.bytes += bytes.count
    }
  }
}
