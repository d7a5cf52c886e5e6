// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

/// Code whose count of 0 does not imply that it was not run.
///
/// If an `if` without a last `else` was reached and none of its bodies ran, the next statement was reached. In result
/// builders the compiler counts it as 0 all the same: it derives its count as if the body of the `if` had run twice
/// (measured with Swift 6.3.1). Every count that it derives from that one until the end of the block is also wrong.
/// Bodies of `if`, loops, cases and closures have their own counters, which are reliable.
enum DoubtfulZeros {
  /// Returns the starts of the tokens of such code, in bytes.
  ///
  /// - Parameter count: returns the count at a byte; `nil` where nothing is counted.
  static func offsets(in file: ParsedFile, count: (Int) -> UInt64?) -> Set<Int> {
    let collector = DerivedTokens(viewMode: .sourceAccurate)
    for block in file.nodes(CodeBlockItemListSyntax.self) {
      var statements = block[...]
      while let statement = statements.popFirst(), let next = statements.first {
        guard count(start(of: next)) == 0, let reached = count(start(of: statement)), reached > 0 else { continue }
        guard let bodies = bodies(of: statement), bodies.allSatisfy({ count(start(of: $0)) == 0 }) else { continue }
        for doubtful in statements { collector.walk(doubtful) }
        break
      }
    }
    return collector.offsets
  }

  private static func start(of node: some SyntaxProtocol) -> Int {
    node.positionAfterSkippingLeadingTrivia.utf8Offset
  }

  /// Returns the bodies of a statement that is an `if`, and of the `if` chain after it; `nil` with a last `else`, and
  /// if a condition may leave the block or wait for ever.
  private static func bodies(of statement: CodeBlockItemSyntax) -> [CodeBlockSyntax]? {
    var bodies: [CodeBlockSyntax] = []
    var current = statement.item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)
    while let link = current {
      let leaves = link.conditions.tokens(viewMode: .sourceAccurate).contains {
        [.keyword(.try), .keyword(.await)].contains($0.tokenKind)
      }
      if leaves { return nil }
      bodies.append(link.body)
      switch link.elseBody {
      case .none: return bodies
      case .ifExpr(let chained): current = chained
      case .codeBlock: return nil
      }
    }
    return nil
  }
}

/// Collects tokens whose counts are derived from the counts before them.
private final class DerivedTokens: SyntaxVisitor {
  private(set) var offsets: Set<Int> = []

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    offsets.insert(token.positionAfterSkippingLeadingTrivia.utf8Offset)
    return .skipChildren
  }

  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind {
    // The count of an `else` is derived from the count of its `if`.
    node.parent?.as(IfExprSyntax.self)?.elseBody?.id == node.id ? .visitChildren : .skipChildren
  }

  override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

/// The lines of a file that would be measured if a test bundle contained it, according to its text.
enum UnlinkedCode {
  static func lines(in file: ParsedFile) -> LineSet {
    let code = FileNature.codeNodes(in: file).map { file.range(of: $0) }.sorted { $0.lowerBound < $1.lowerBound }
    var lines: Set<Int> = []
    var rest = code[...]
    var end = 0
    for token in SignificantTokens.ranges(in: file) {
      // Nodes are nested: the farthest end of those that have begun counts.
      while let next = rest.first, next.lowerBound <= token.lowerBound {
        end = max(end, next.upperBound)
        rest.removeFirst()
      }
      if token.lowerBound < end { lines.insert(file.text.lines.position(at: token.lowerBound).line) }
    }
    return LineSet(lines)
  }
}

/// Statements that end the program: no test can run one and continue.
enum UnreachableStatements {
  private static let names: Set<String> = ["fatalError", "preconditionFailure", "assertionFailure"]

  /// Returns their byte ranges, in the order of the file.
  static func ranges(in file: ParsedFile) -> [Range<Int>] {
    file.nodes(CodeBlockItemSyntax.self).compactMap { item in
      guard let call = item.item.as(FunctionCallExprSyntax.self), let name = CalledName.of(call),
        names.contains(name) || name.hasPrefix("unreachable")
      else { return nil }
      return file.range(of: call)
    }
  }
}
