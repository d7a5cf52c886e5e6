// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// A piece of code that shows what a rule does, and proves it.
package struct Example: Hashable, Sendable {
  package static let mark: Character = "↓"

  /// With its marks.
  package let markedCode: String
  /// Options that differ from the rule's defaults.
  package let options: [String: OptionValue]

  package init(_ markedCode: String, options: [String: OptionValue] = [:]) {
    self.markedCode = markedCode
    self.options = options
  }

  /// Without the marks.
  package var code: String { String(markedCode.filter { $0 != Self.mark }) }
}
