// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import ReviewContract
package import SwiftSource

/// The rules that come with reviewbot. The list is generated: `reviewbot-dev generate`.
package enum BuiltInRules {
  /// The identifier of the rule about files that cannot be parsed.
  package static let parseError = ParseErrorRule.description.id
}

/// The rules of the program, and the linter that applies them.
package struct BuiltInRulesAssembly: Sendable {
  /// The rules and options that are valid in a configuration.
  package let catalogue = RuleCatalogue(BuiltInRules.all)
  private let trees: ParsedTrees?
  /// The findings of earlier runs.
  package var cache: FindingCache?
  /// Whether findings have suggestions, which cost more time than several rules.
  package var makesSuggestions = true
  /// Called for each checked file, possibly on several threads.
  package var onFile: (@Sendable () -> Void)?

  /// - Parameter trees: receives the syntax trees of the files, for later stages.
  package init(trees: ParsedTrees? = nil) {
    self.trees = trees
  }

  /// Makes a linter for the settings, which checks as many files concurrently as there are active processors.
  ///
  /// - Throws: ``RuleSettingsError`` when the settings name an unknown rule or option.
  package func linter(_ settings: RuleSettings) throws(RuleSettingsError) -> RuleLinter {
    try RuleLinter(
      rules: BuiltInRules.all, settings: settings, width: ProcessInfo.processInfo.activeProcessorCount, trees: trees,
      cache: cache, makesSuggestions: makesSuggestions, onFile: onFile)
  }
}
