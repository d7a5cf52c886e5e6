// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import ConfigurationFiles
package import Findings
package import Rules

/// A linter that knows which rules it applies to a file.
package protocol SelectiveLinter: Linter {
  /// Returns whether findings of a rule in the file would have been found. A deleted file has none.
  func applies(_ rule: String, to file: ChangedFile) -> Bool
}

/// Applies the rules to the files of a change as the configuration sets them for each file.
package struct ConfiguredLinter: SelectiveLinter {
  private let configuration: ReviewConfiguration
  private let rules: BuiltInRulesAssembly
  private let limitPerRule: Int?
  /// The linters, by the overrides that apply to a file.
  private let linters: Locked<[[Int]: RuleLinter]>

  /// - Parameter limitPerRule: the number of findings of one rule that are kept; `nil` for the default.
  /// - Throws: ``RuleSettingsError`` when the configuration names an unknown rule or option.
  package init(
    _ configuration: ReviewConfiguration, rules: BuiltInRulesAssembly, limitPerRule: Int? = nil
  ) throws(RuleSettingsError) {
    self.configuration = configuration
    self.rules = rules
    self.limitPerRule = limitPerRule
    linters = Locked([[]: try rules.linter(configuration.ruleSettings(limitPerRule: limitPerRule))])
  }

  package func findings(in change: ReviewedChange) async -> ReviewedFindings {
    let lint = configuration.lint
    let change = change.selecting { includes($0.path) }
    var all: [LocatedFinding] = []
    var notes: [Note] = []
    var unchecked: [UncheckedFile] = []
    var suppressed: [SuppressedFinding] = []
    let groups = groups(of: change)
    for (overrides, paths) in groups {
      do throws(RuleSettingsError) {
        let part = lint.overrides.isEmpty ? change : change.selecting { paths.contains($0.path) }
        let found = await (try linter(overrides)).findings(in: part)
        // Most configurations have one part, which is not copied.
        all = all.isEmpty ? found.found : all + found.found
        // Notes about the configuration are the same for all files.
        notes.merge(found.notes)
        unchecked += found.unchecked
        suppressed += found.suppressed
      } catch {
        notes.append("\(paths.count) files were not checked: \(error)")
        unchecked += paths.sorted().map { UncheckedFile(path: $0, reason: "\(error)") }
      }
    }
    // Those of one part are in order.
    return ReviewedFindings(
      found: groups.count > 1 ? all.ordered() : all, notes: notes, unchecked: unchecked, suppressed: suppressed)
  }

  /// Returns whether a rule looks at a file.
  package func checks(_ file: ChangedFile) -> Bool {
    // An override that cannot be applied is reported when the file is checked.
    guard file.hasText, includes(file.path), let linter = try? linter(for: file.path) else { return false }
    return linter.checks(file.path)
  }

  package func applies(_ rule: String, to file: ChangedFile) -> Bool {
    guard includes(file.path), let linter = try? linter(for: file.path) else { return false }
    return linter.applies(rule, to: file.path)
  }

  private func includes(_ path: String) -> Bool {
    let lint = configuration.lint
    return (lint.included.isEmpty || lint.included.contains { $0.matches(path) })
      && !lint.excluded.contains { $0.matches(path) }
  }

  /// Returns the linter with the settings of one file, which corrects its text.
  ///
  /// - Throws: ``RuleSettingsError`` when an override names an unknown option.
  package func linter(for path: String) throws(RuleSettingsError) -> RuleLinter {
    try linter(configuration.overrides(for: path))
  }

  private func linter(_ overrides: [Int]) throws(RuleSettingsError) -> RuleLinter {
    if let known = linters.withLock({ $0[overrides] }) { return known }
    let overridden = configuration.applying(overrides)
    let linter = try rules.linter(overridden.ruleSettings(limitPerRule: limitPerRule))
    linters.withLock { $0[overrides] = linter }
    return linter
  }

  /// Returns the files with the same overrides, in the order of their first file.
  private func groups(of change: ReviewedChange) -> [(overrides: [Int], paths: Set<String>)] {
    var order: [[Int]] = []
    var paths: [[Int]: Set<String>] = [:]
    for file in change.changes.files {
      let overrides = configuration.overrides(for: file.path)
      if paths[overrides] == nil { order.append(overrides) }
      paths[overrides, default: []].insert(file.path)
    }
    return order.map { ($0, paths[$0] ?? []) }
  }
}

extension ReviewConfiguration {
  /// Returns the settings of the rules.
  ///
  /// - Parameter limitPerRule: the number of findings of one rule that are kept; `nil` for the default.
  package func ruleSettings(limitPerRule: Int? = nil) -> RuleSettings {
    let custom = Set(definedCustomRules.map(\.id))
    let rules = rules.filter { !custom.contains($0.key) }.mapValues { choice in
      RuleSetting(
        isOn: choice.isOn, severity: choice.severity, included: choice.included, excluded: choice.excluded,
        options: choice.setOptions)
    }
    let excluded = paths.exclude + paths.generated
    return RuleSettings(
      rules: rules, excluded: excluded, limitPerRule: limitPerRule ?? RuleSettings.defaultLimitPerRule,
      customRules: customRules)
  }

  fileprivate func overrides(for path: String) -> [Int] {
    lint.overrides.indices.filter { index in lint.overrides[index].paths.contains { $0.matches(path) } }
  }

  fileprivate func applying(_ overrides: [Int]) -> ReviewConfiguration {
    var configuration = self
    for index in overrides {
      configuration.rules.merge(lint.overrides[index].rules) { $1 }
      configuration.lint.customRules = lint.overrides[index].customRules ?? configuration.lint.customRules
    }
    return configuration
  }
}
