// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Findings

/// The settings of all rules: which are on, for which files, with which options.
public struct RuleSettings: Hashable, Sendable {
  /// The defaults of the rules that are on, of severities and of options.
  public enum Defaults: String, Hashable, Sendable {
    case reviewbot
    /// The defaults of SwiftLint 0.58, for a repository that is configured by a `.swiftlint.yml`.
    case swiftLint
  }

  public static let defaultLimitPerRule = 200

  /// By identifier.
  package let rules: [String: RuleSetting]
  /// Files that no rule checks.
  public let excluded: [Glob]
  /// The limit of findings of one rule.
  package let limitPerRule: Int
  package let defaults: Defaults
  /// Rules that the configuration defines.
  package let customRules: [CustomRule]

  public init(
    rules: [String: RuleSetting] = [:], excluded: [Glob] = [], limitPerRule: Int = defaultLimitPerRule,
    defaults: Defaults = .reviewbot, customRules: [CustomRule] = []
  ) {
    self.rules = rules
    self.excluded = excluded
    self.limitPerRule = limitPerRule
    self.defaults = defaults
    self.customRules = customRules
  }
}

/// The settings of one rule. Settings that are `nil` are those of the rule's description.
public struct RuleSetting: Hashable, Sendable {
  package let isOn: Bool?
  package let severity: Severity?
  /// The only files that the rule checks; all if empty.
  package let included: [Glob]
  package let excluded: [Glob]
  package let options: [String: OptionValue]

  public init(
    isOn: Bool? = nil, severity: Severity? = nil, included: [Glob] = [], excluded: [Glob] = [],
    options: [String: OptionValue] = [:]
  ) {
    self.isOn = isOn
    self.severity = severity
    self.included = included
    self.excluded = excluded
    self.options = options
  }
}

/// Settings that do not fit the available rules.
public struct RuleSettingsError: Error, Hashable, CustomStringConvertible {
  package let message: String

  package init(message: String) {
    self.message = message
  }

  public var description: String { message }
}

extension RuleCatalogue {
  /// The catalogue of these rules, with all rules about pull requests.
  public init(_ rules: [any Rules.Rule.Type]) {
    self.init(
      rules: rules.map { $0.catalogueEntry },
      presets: Dictionary(
        uniqueKeysWithValues: RulePreset.allCases.map { ($0.rawValue, Set($0.rules(among: rules))) }),
      changeRules: BuiltInChangeRules.catalogue,
      changePresets: [BuiltInChangeRules.recommended: BuiltInChangeRules.recommendedRules],
      customRuleCheck: CustomRuleCheck(problems: CompiledRule.problems))
  }
}

extension Rule {
  public static var catalogueEntry: RuleCatalogue.Rule {
    RuleCatalogue.Rule(
      id: description.id, summary: description.summary, severity: description.severity,
      isOptIn: description.isOptIn, options: OptionCoding.described(Options()),
      swiftLint: description.swiftLint.map { .init(severity: $0.severity, options: $0.options) })
  }
}
