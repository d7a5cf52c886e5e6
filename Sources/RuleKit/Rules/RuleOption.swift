// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What a reader of the configuration needs to know of one option.
package struct RuleOption: Hashable, Sendable {
  package let name: String
  package let summary: String
  /// What an integer may be.
  package let allowed: ClosedRange<Int>
  /// What a text may be; anything when empty.
  package let choices: [String]

  package init(_ name: String, _ summary: String, allowed: ClosedRange<Int> = 1...100_000, choices: [String] = []) {
    self.name = name
    self.summary = summary
    self.allowed = allowed
    self.choices = choices
  }
}
