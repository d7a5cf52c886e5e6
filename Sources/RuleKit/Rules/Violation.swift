// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract
package import SwiftSource
package import SwiftSyntax

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
