// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract
package import SwiftSource
package import SwiftSyntax

/// One thing that reviewbot looks for.
///
/// A rule is a value with a pure function: it reads no files, no clock and no network, and says the same of the same
/// text every time. Conform to ``TextRule`` or ``SyntaxRule``.
package protocol Rule: Sendable {
  associatedtype Options: RuleOptions = NoOptions

  static var description: RuleDescription { get }

  init(options: Options)

  var check: RuleCheck { get }
}

/// A rule as what applies it to a file. A requirement of rules, because the first cast of each type to a protocol has
/// the runtime search all conformances of the program.
package enum RuleCheck: Sendable {
  case text(any TextRule)
  case syntax(any SyntaxRule)
  /// The rule checks what other rules report.
  case findings
}

extension Rule {
  package var check: RuleCheck { .findings }
}

/// A rule that looks at the syntax tree of a Swift file.
package protocol SyntaxRule: Rule {
  func violations(in file: ParsedFile) -> [Violation]
}

extension SyntaxRule {
  package var check: RuleCheck { .syntax(self) }
}

/// A rule that needs no more than the bytes of a file. It never causes a parse.
package protocol TextRule: Rule {
  func violations(in text: SourceText) -> [Violation]
}

extension TextRule {
  package var check: RuleCheck { .text(self) }
}

/// A place where a rule does not hold.
package struct Violation: Hashable, Sendable {
  /// In bytes of the file.
  package let range: Range<Int>
  /// One sentence without a full stop.
  package let message: String
  /// What differs from the severity of the rule: the limit of an error is exceeded.
  package let severity: Severity?
  /// What corrects it, where the new text is certain; the edits do not overlap.
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

  /// At one place, without an extent.
  package init(at offset: Int, _ message: String, severity: Severity? = nil, edits: [TextEdit] = []) {
    self.init(offset..<offset, message, severity: severity, edits: edits)
  }
}

/// A rule with nothing to set.
package protocol PlainRule: SyntaxRule where Options == NoOptions {
  init()
}

extension PlainRule {
  package init(options: NoOptions) { self.init() }
}
