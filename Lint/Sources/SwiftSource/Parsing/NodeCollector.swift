// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SwiftSyntax

/// Collects the nodes of a tree by kind in a single walk, and checks the depth of the tree.
///
/// The walk reads only kinds: getting the first token or the text of a node is recursive, and safe only once the depth
/// is known.
final class NodeCollector: SyntaxAnyVisitor {
  private static let kindCount = 512

  /// The nodes by ``SyntaxKind/index``. In memory of its own, because each access to a property of a class is checked for
  /// being exclusive when the program runs.
  private let nodesByKind = UnsafeMutablePointer<[Syntax]>.allocate(capacity: kindCount)
  /// The kinds that occur.
  private(set) var kinds: [SyntaxKind] = []
  private(set) var tokens: [TokenSyntax] = []
  private(set) var isTooDeep = false
  /// The depth of the tree, up to the limit.
  private(set) var deepest = 0
  private let maximumDepth: Int
  private var depth = 0

  init(maximumDepth: Int) {
    self.maximumDepth = maximumDepth
    nodesByKind.initialize(repeating: [], count: Self.kindCount)
    super.init(viewMode: .sourceAccurate)
  }

  deinit {
    nodesByKind.deinitialize(count: Self.kindCount)
    nodesByKind.deallocate()
  }

  /// The nodes by ``SyntaxKind/index``.
  var nodes: [[Syntax]] { Array(UnsafeBufferPointer(start: nodesByKind, count: Self.kindCount)) }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    tokens.append(token)
    return .skipChildren
  }

  override func visitPost(_ token: TokenSyntax) {}

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    depth += 1
    if depth > deepest { deepest = depth }
    if depth > maximumDepth { isTooDeep = true }
    if isTooDeep { return .skipChildren }
    let kind = node.kind
    precondition(kind.index < Self.kindCount)
    let nodes = nodesByKind + kind.index
    if nodes.pointee.isEmpty { kinds.append(kind) }
    nodes.pointee.append(node)
    return .visitChildren
  }

  override func visitAnyPost(_ node: Syntax) {
    depth -= 1
  }
}

/// Counts the syntax errors of a tree: missing and invalid tokens, and runs of tokens that were skipped.
final class ErrorCounter: SyntaxAnyVisitor {
  private var count = 0

  /// - Parameter tree: not too deep to be walked.
  static func count(in tree: SourceFileSyntax) -> Int {
    let counter = ErrorCounter(viewMode: .all)
    counter.walk(tree)
    return counter.count
  }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    if token.presence == .missing || token.tokenDiagnostic != nil { count += 1 }
    return .skipChildren
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    if node.kind == .unexpectedNodes { count += 1 }
    return node.hasError ? .visitChildren : .skipChildren
  }
}

extension SyntaxKind {
  /// A number below 512 that is the same for the same kind in one run. Hashing kinds costs more than the walk itself.
  package var index: Int {
    withUnsafeBytes(of: self) { bytes in
      bytes.count == 1 ? Int(bytes[0]) : Int(bytes[0]) | Int(bytes[1] & 1) << 8
    }
  }
}

/// A comment of a Swift file.
public struct Comment: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case line, block, documentationLine, documentationBlock
  }

  package let kind: Kind
  /// The bytes from the first slash to the end of the comment, without a line break.
  public let range: Range<Int>
}

extension Comment {
  static func all(in file: ParsedFile) -> [Comment] {
    var comments: [Comment] = []
    var end = 0
    for (index, range) in file.tokenRanges.enumerated() {
      // Making trivia pieces is expensive, and most gaps between tokens are space.
      if file.text.bytes[end..<range.lowerBound].contains(UInt8(ascii: "/")) {
        let gap = file.text.bytes[..<range.lowerBound]
        if index > 0 { append(file.tokens[index - 1].trailingTrivia, from: end, in: gap, to: &comments) }
        let token = file.tokens[index]
        append(token.leadingTrivia, from: token.position.utf8Offset, in: gap, to: &comments)
      }
      end = range.upperBound
    }
    return comments
  }

  /// - Parameter bytes: the bytes of the file up to the end of the trivia.
  private static func append(
    _ trivia: Trivia, from start: Int, in bytes: ArraySlice<UInt8>, to comments: inout [Comment]
  ) {
    var offset = start
    for piece in trivia {
      // The trivia piece of a comment that is not UTF-8 is longer than its bytes.
      guard offset < bytes.endIndex else { return }
      var end = min(offset + piece.sourceLength.utf8Length, bytes.endIndex)
      if piece.isComment {
        guard bytes[offset...].starts(with: [UInt8(ascii: "/")]), end - offset >= 2 else { return }
        if bytes[offset + 1] == UInt8(ascii: "/") {
          end = bytes[offset..<end].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? end
        }
      }
      switch piece {
      case .lineComment: comments.append(Comment(kind: .line, range: offset..<end))
      case .blockComment: comments.append(Comment(kind: .block, range: offset..<end))
      case .docLineComment: comments.append(Comment(kind: .documentationLine, range: offset..<end))
      case .docBlockComment: comments.append(Comment(kind: .documentationBlock, range: offset..<end))
      default: break
      }
      offset = end
    }
  }
}
