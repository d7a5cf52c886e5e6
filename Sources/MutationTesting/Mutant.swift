// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The kinds of changes, the most useful first.
package enum MutationOperator: Int, CaseIterable, Comparable, Sendable {
  /// A condition, or an operand of `&&`, is always true: also of a `guard`, which then never exits.
  case alwaysTrue
  /// An operand of `||` is always false.
  case alwaysFalse
  /// The body of an `if` or a loop never runs.
  case branchNeverTaken
  /// The left side of `??` is always nil.
  case fallback
  /// A default value is returned: nil, an empty one, zero, true or false.
  case returnedDefault
  case assignmentRemoved
  case booleanLiteral
  /// The results of `? :` are swapped.
  case ternarySwapped
  /// Another operator: `-` instead of `+`, `+=` instead of `-=`.
  case arithmetic
  /// A call whose result is not used is removed.
  case callRemoved

  package static func < (left: MutationOperator, right: MutationOperator) -> Bool { left.rawValue < right.rawValue }
}

/// A change of one place of a source file that a test should notice.
package struct Mutant: Hashable, Sendable {
  package let path: String
  /// The 1-based line and column of the first byte.
  package let line: Int
  package let column: Int
  package let kind: MutationOperator
  /// The bytes of the original file that the rewrite surrounds.
  package let range: Range<Int>
  package let rewrite: Rewrite
  /// The first byte of the innermost function or accessor around it; -1 outside of them.
  package let function: Int
  /// The change as a clause: `a.isEmpty is always true`. Contains text of the source file, which is not escaped.
  package let words: String

  /// Returns the text of an edit by hand, instead of ``range``.
  func replacement(in source: [UInt8]) -> String {
    rewrite.mutated(String(decoding: source[range], as: UTF8.self))
  }

  /// Returns the source of an edit by hand.
  package func mutated(_ source: [UInt8]) -> [UInt8] {
    Array(source[..<range.lowerBound]) + Array(replacement(in: source).utf8) + Array(source[range.upperBound...])
  }
}

/// A form of a mutant in the source: text before and after the original, which chooses between the two at run time.
package enum Rewrite: Hashable, Sendable {
  /// A Boolean expression becomes true.
  case alwaysTrue
  /// A Boolean expression becomes false.
  case alwaysFalse
  /// A Boolean expression is negated.
  case negated
  /// A further condition, before those of an `if` or `while`, is false.
  case conditionAdded
  /// Another expression on a single line.
  case expression(String)
  /// A statement is removed.
  case removed
  /// Another statement on a single line.
  case statement(String)

  /// - Parameter call: an expression that is true if the mutant is active.
  func before(_ call: String) -> String {
    switch self {
    case .alwaysTrue, .alwaysFalse, .negated: "(("
    case .conditionAdded: "!\(call), "
    case .expression(let other): "(\(call) ? \(other) : ("
    case .removed: "if !\(call) { "
    case .statement(let other): "if \(call) { \(other) } else { "
    }
  }

  /// - Parameter call: an expression that is true if the mutant is active.
  func after(_ call: String) -> String {
    switch self {
    case .alwaysTrue: ") || \(call))"
    case .alwaysFalse: ") && !\(call))"
    case .negated: ") != \(call))"
    case .conditionAdded: ""
    case .expression: "))"
    case .removed, .statement: " }"
    }
  }

  fileprivate func mutated(_ original: String) -> String {
    switch self {
    case .alwaysTrue: "true"
    case .alwaysFalse: "false"
    case .negated: "!(\(original))"
    case .conditionAdded: "false, \(original)"
    case .expression(let other): "(\(other))"
    case .removed: ""
    case .statement(let other): other
    }
  }
}
