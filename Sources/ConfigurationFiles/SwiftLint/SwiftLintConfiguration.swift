// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// The contents of one `.swiftlint.yml`, before the defaults of rules are added.
package struct SwiftLintConfiguration: Hashable, Sendable {
  /// The selection of rules that are on.
  package enum Selection: Hashable, Sendable {
    /// SwiftLint's default rules, with some disabled and others added.
    case standard(disabled: Set<String>, optedIn: Set<String>)
    case only(Set<String>)
  }

  package var selection = Selection.standard(disabled: [], optedIn: [])
  /// Files and folders; all if empty.
  package var included: [Glob] = []
  package var excluded: [Glob] = []
  /// Findings of severity warning become errors.
  package var isStrict = false
  /// Findings of severity error become warnings.
  package var isLenient = false
  /// The path of a baseline in SwiftLint's format.
  package var baseline: String?
  /// The number of warnings above which the run fails.
  package var warningThreshold: Int?
  /// The path of a configuration that overrides this one.
  package var child: String?
  /// The path of a configuration that this one overrides.
  package var parent: String?
  package var customRules: [CustomRule] = []
  /// The settings by rule, including rules that reviewbot does not have.
  var settings: [String: YAMLNode] = [:]
  /// Rules that need a compiler log.
  var analyzerRules: Set<String> = []
  /// Parts of the file without effect, each with file and line, in the order of the file.
  package var notes: [String] = []
  /// Notes about keys that have no effect in the file of a folder.
  var rootKeyNotes: [String] = []

  package init() {}

  /// Returns this configuration, overridden by the settings of a child, merged like in SwiftLint.
  package func merging(child: SwiftLintConfiguration) -> SwiftLintConfiguration {
    var merged = child
    switch (selection, child.selection) {
    case (_, .only): break
    case (.only(let rules), .standard(let disabled, let optedIn)):
      merged.selection = .only(rules.subtracting(disabled).union(optedIn))
    case (.standard(let disabled, let optedIn), .standard(let disabledByChild, let optedInByChild)):
      merged.selection = .standard(
        disabled: disabled.subtracting(optedInByChild).union(disabledByChild),
        optedIn: optedIn.subtracting(disabledByChild).union(optedInByChild))
    }
    merged.settings = settings.merging(child.settings) { $1 }
    let replaced = Set(child.customRules.map(\.id))
    merged.customRules = customRules.filter { !replaced.contains($0.id) } + child.customRules
    merged.included = child.included.isEmpty ? included : child.included
    merged.excluded = excluded.filter { !child.included.contains($0) } + child.excluded
    merged.isStrict = isStrict || child.isStrict
    merged.isLenient = isLenient || child.isLenient
    merged.baseline = child.baseline ?? baseline
    merged.warningThreshold = child.warningThreshold ?? warningThreshold
    merged.analyzerRules.formUnion(analyzerRules)
    merged.notes = notes + child.notes
    merged.rootKeyNotes = rootKeyNotes + child.rootKeyNotes
    return merged
  }

  /// Returns whether the file turns the rule on; `false` for rules that are missing in SwiftLint unless the file names
  /// them.
  package func isOn(_ id: String) -> Bool {
    switch selection {
    case .only(let rules): return rules.contains(id) || rules.contains("all") && SwiftLintRules.contains(id)
    case .standard(let disabled, let optedIn):
      if disabled.contains(id) || disabled.contains("all") { return false }
      if optedIn.contains(id) { return true }
      return SwiftLintRules.standard.contains(id) || optedIn.contains("all") && SwiftLintRules.optIn.contains(id)
    }
  }
}

extension SwiftLintConfiguration {
  /// Returns the choice for every rule of the catalogue, and the notes about options that have no effect.
  package func choices(_ catalogue: RuleCatalogue) -> (rules: [String: RuleChoice], notes: [String]) {
    var rules: [String: RuleChoice] = [:]
    var notes = notes
    for rule in catalogue.rules {
      var choice = RuleChoice(rule)
      choice.isOn = isOn(rule.id)
      if let defaults = rule.swiftLint {
        choice.severity = defaults.severity
        for (name, value) in defaults.options { choice.set(name, value) }
      }
      if let node = settings[rule.id] {
        let reader = SwiftLintOptionReader(rule: rule)
        for problem in reader.read(node, into: &choice) { notes.append("the rule \(rule.id): \(problem)") }
      }
      if isStrict { choice.severity = .error }
      if isLenient, choice.severity == .error { choice.severity = .warning }
      rules[rule.id] = choice
    }
    return (rules, notes)
  }

  /// Returns the custom rules that are on, with the severity that results from `strict` or `lenient`.
  ///
  /// - Parameter notes: receives a note for each rule with the name of a built-in rule, which is left out.
  func customRules(_ catalogue: RuleCatalogue, notes: inout [String]) -> [CustomRule] {
    let rules = activeCustomRules
    for rule in rules where catalogue.rule(rule.id) != nil {
      let note =
        "custom_rules: \(shown(rule.id)) is the name of a built-in rule, and the custom rule is ignored; give it another name"
      if !notes.contains(note) { notes.append(note) }
    }
    return rules.filter { catalogue.rule($0.id) == nil }
  }

  private var activeCustomRules: [CustomRule] {
    customRules.filter { rule in
      switch selection {
      case .only(let rules): rules.contains(rule.id) || rules.contains("custom_rules")
      case .standard(let disabled, _): !disabled.contains(rule.id) && !disabled.contains("custom_rules")
      }
    }.map { rule in
      var rule = rule
      if isStrict { rule.severity = .error }
      if isLenient, rule.severity == .error { rule.severity = .warning }
      return rule
    }
  }

  /// Returns the rules that the file names and that are not run.
  func rulesNotRun(_ catalogue: RuleCatalogue) -> RulesNotRun {
    var named = Set(settings.keys)
    switch selection {
    case .only(let rules): named.formUnion(rules)
    // A disabled rule that does not exist has no effect, as intended.
    case .standard(_, let optedIn): named.formUnion(optedIn)
    }
    let custom = Set(customRules.map(\.id))
    return RulesNotRun(
      named.subtracting(custom).subtracting(["all", "custom_rules"]), analyzing: analyzerRules, catalogue: catalogue)
  }
}
