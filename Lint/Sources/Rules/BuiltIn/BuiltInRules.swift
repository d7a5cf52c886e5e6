// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Findings
import Foundation
public import SwiftSource

/// The rules that come with reviewbot. The list is generated: `reviewbot-dev generate`.
public enum BuiltInRules {
  /// The identifier of the rule about files that cannot be parsed.
  public static let parseError = ParseErrorRule.description.id
}

/// The rules of the program, and the linter that applies them.
public struct BuiltInRulesAssembly: Sendable {
  /// The rules and options that are valid in a configuration.
  public let catalogue = RuleCatalogue(BuiltInRules.all)
  private let trees: ParsedTrees?
  /// The findings of earlier runs.
  public var cache: FindingCache?
  /// Whether findings have suggestions, which cost more time than several rules.
  public var makesSuggestions = true
  /// Called for each checked file, possibly on several threads.
  public var onFile: (@Sendable () -> Void)?

  /// - Parameter trees: receives the syntax trees of the files, for later stages.
  public init(trees: ParsedTrees? = nil) {
    self.trees = trees
  }

  /// Makes a linter for the settings, which checks as many files concurrently as there are active processors.
  ///
  /// - Throws: ``RuleSettingsError`` when the settings name an unknown rule or option.
  public func linter(_ settings: RuleSettings) throws(RuleSettingsError) -> RuleLinter {
    try RuleLinter(
      rules: BuiltInRules.all, settings: settings, width: ProcessInfo.processInfo.activeProcessorCount, trees: trees,
      cache: cache, makesSuggestions: makesSuggestions, onFile: onFile)
  }
}
