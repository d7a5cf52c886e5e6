// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Findings

/// The built-in rules about pull requests.
public enum BuiltInChangeRules {
  /// The prefix of the identifiers of findings.
  public static let prefix = "pull_request."
  /// The name of the preset that turns on the recommended rules as notes.
  package static let recommended = "recommended"

  /// In the order of the documentation.
  public static let all: [any ChangeRule.Type] = [
    TitleRule.self, DescriptionRule.self, LinkedIssueRule.self, LabelsRule.self, DraftRule.self, TargetBranchRule.self,
    CommitsRule.self, SizeRule.self, TestsRule.self, ChangelogRule.self, RequiredPathsRule.self,
    ForbiddenPathsRule.self, ProtectedPathsRule.self, DependenciesRule.self, APIChangesRule.self,
    APIDocumentationRule.self, LicenseHeaderRule.self, LargeFilesRule.self, BinaryFilesRule.self,
    ExecutableFilesRule.self,
  ]

  /// The rules and options that are valid in a configuration.
  public static let catalogue: [RuleCatalogue.Rule] = all.map { $0.catalogueEntry }

  package static let recommendedRules: Set<String> = Set(
    all.filter { $0.description.isRecommended }.map { $0.description.id })
}

extension ChangeRule {
  /// The identifier of its findings.
  public static var findingRule: String { BuiltInChangeRules.prefix + description.id }

  fileprivate static var catalogueEntry: RuleCatalogue.Rule {
    RuleCatalogue.Rule(
      id: description.id, summary: description.summary, severity: description.severity, isOptIn: true,
      options: OptionCoding.described(Options()))
  }

  /// - Throws: ``RuleSettingsError`` for an invalid option.
  static func make(_ values: [String: OptionValue]) throws(RuleSettingsError) -> any ChangeRule {
    Self(options: try OptionCoding.decode(Options.self, from: values))
  }
}
