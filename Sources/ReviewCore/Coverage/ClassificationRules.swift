// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What of the code tests are not expected to run.
package struct ClassificationRules: Hashable, Codable, Sendable {
  /// The names of functions and methods whose lazily evaluated arguments do not count when the call ran and they did not;
  /// of `precondition` and `assert` all but the first. `nil` stands for the checks of the standard library and the levels of
  /// loggers (`x.debug(…)`); an empty set for none.
  package let ignoreAutoclosuresOf: Set<String>?
  /// Whether a line that holds only a statement that ends the program is left out when no test reached it.
  package let excludesUnreachable: Bool
  /// Files whose ``GeneratedMark`` is new, and so not believed.
  package var newlyMarked: Set<String>

  package init(
    ignoreAutoclosuresOf: Set<String>? = nil, excludesUnreachable: Bool = true, newlyMarked: Set<String> = []
  ) {
    self.ignoreAutoclosuresOf = ignoreAutoclosuresOf
    self.excludesUnreachable = excludesUnreachable
    self.newlyMarked = newlyMarked
  }

  /// The same for a change: what it says itself of being generated does not count.
  package func judging(_ changes: ChangeSet) -> ClassificationRules {
    var rules = self
    rules.newlyMarked = Set(changes.files.filter { $0.hasText && !$0.wasGenerated }.map(\.path))
    return rules
  }

  package static let standard = ClassificationRules()
}
