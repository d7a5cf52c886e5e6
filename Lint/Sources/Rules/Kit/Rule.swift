// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
public import SwiftSource
package import SwiftSyntax

/// A check for one kind of defect.
///
/// A rule is a value with a pure function: it reads no files, no clock and no network, and returns the same violations
/// for the same text. Conform to ``TextRule`` or ``SyntaxRule``.
public protocol Rule: Sendable {
  associatedtype Options: RuleOptions = NoOptions

  static var description: RuleDescription { get }

  init(options: Options)

  var check: RuleCheck { get }
}

/// A rule by the input that it checks. A requirement of rules, because the first cast of each type to a protocol makes
/// the runtime search all conformances of the program.
public enum RuleCheck: Sendable {
  case text(any TextRule)
  case syntax(any SyntaxRule)
  /// The rule checks the findings of other rules.
  case findings
}

extension Rule {
  package var check: RuleCheck { .findings }
}

/// A rule that checks the syntax tree of a Swift file.
public protocol SyntaxRule: Rule {
  func violations(in file: ParsedFile) -> [Violation]
}

extension SyntaxRule {
  package var check: RuleCheck { .syntax(self) }
}

/// A rule that checks each node of a kind on its own, by one of two functions.
package protocol NodeRule: SyntaxRule {
  associatedtype Node: SyntaxProtocol

  func violation(of node: Node, in file: ParsedFile) -> Violation?
  /// For a rule that can find several violations in a node.
  func violations(of node: Node, in file: ParsedFile) -> [Violation]
}

extension NodeRule {
  package func violation(of node: Node, in file: ParsedFile) -> Violation? { nil }

  package func violations(of node: Node, in file: ParsedFile) -> [Violation] {
    violation(of: node, in: file).map { [$0] } ?? []
  }

  package func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(Node.self).flatMap { violations(of: $0, in: file) }
  }
}

/// A rule that checks the bytes of a file. It never causes a parse.
public protocol TextRule: Rule {
  func violations(in text: SourceText) -> [Violation]
}

extension TextRule {
  package var check: RuleCheck { .text(self) }
}

/// A violation of a rule at a place in a file.
public struct Violation: Hashable, Sendable {
  /// In bytes of the file.
  package let range: Range<Int>
  /// One sentence without a full stop.
  package let message: String
  /// A severity that differs from that of the rule, because the limit of an error is exceeded.
  package let severity: Severity?
  /// The edits that correct it, without overlaps; empty if the new text is uncertain.
  package let edits: [TextEdit]

  package init(_ range: Range<Int>, _ message: String, severity: Severity? = nil, edits: [TextEdit] = []) {
    self.range = range
    self.message = message
    self.severity = severity
    self.edits = edits
  }

  package init(
    _ node: some SyntaxProtocol, in file: ParsedFile, _ message: String, severity: Severity? = nil,
    edits: [TextEdit] = []
  ) {
    self.init(file.range(of: node), message, severity: severity, edits: edits)
  }

  /// A violation at one place, with an empty range.
  package init(at offset: Int, _ message: String, severity: Severity? = nil, edits: [TextEdit] = []) {
    self.init(offset..<offset, message, severity: severity, edits: edits)
  }
}

/// A rule without options.
package protocol PlainRule: Rule where Options == NoOptions {
  init()
}

extension PlainRule {
  package init(options: NoOptions) { self.init() }
}
