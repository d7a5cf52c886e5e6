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
}

/// A rule that looks at the syntax tree of a Swift file.
package protocol SyntaxRule: Rule {
  func violations(in file: ParsedFile) -> [Violation]
}

/// A rule that needs no more than the bytes of a file. It never causes a parse.
package protocol TextRule: Rule {
  func violations(in text: SourceText) -> [Violation]
}

/// A place where a rule does not hold.
package struct Violation: Hashable, Sendable {
  /// In bytes of the file.
  package let range: Range<Int>
  /// One sentence without a full stop.
  package let message: String
  package let suggestion: Suggestion?

  package init(_ range: Range<Int>, _ message: String, suggestion: Suggestion? = nil) {
    self.range = range
    self.message = message
    self.suggestion = suggestion
  }

  package init(_ node: some SyntaxProtocol, in file: ParsedFile, _ message: String, suggestion: Suggestion? = nil) {
    self.init(file.range(of: node), message, suggestion: suggestion)
  }
}

extension Suggestion {
  /// The line that holds the bytes, without them.
  package init(removing range: Range<Int>, from text: SourceText) {
    let line = text.lines.line(at: range.lowerBound)
    let whole = text.range(ofLine: line)
    let rest = text.text(in: whole.lowerBound..<range.lowerBound) + text.text(in: range.upperBound..<whole.upperBound)
    self.init(startLine: line, endLine: line, replacement: rest)
  }
}
