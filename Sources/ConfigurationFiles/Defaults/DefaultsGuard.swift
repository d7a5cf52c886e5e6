// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HostileText

/// Restores the operator's values where a repository loosens them.
struct DefaultsGuard {
  static let changeRulesName = "\(PullRequestSection.name).\(PullRequestSection.rulesName)"
  /// The maximum number of names in one note.
  private static let mostNames = 20

  let defaults: OperatorDefaults
  /// The configuration of a repository without files.
  let operators: ReviewConfiguration
  let catalogue: RuleCatalogue
  /// The files of the repository, in the order in which they were applied.
  let sources: [ExtendedFiles.File]
  /// The path of SwiftLint's configuration, if it was applied.
  let swiftLint: String?

  /// A value of a repository that is looser than the operator's.
  private struct Refusal {
    /// The name of the key, such as `coverage.target`.
    let key: String
    /// The repository's action, after the key.
    let reason: String
    var consequence = "the server's value applies"
    let remedy: String
  }

  /// - Returns: a note for each value of the repository that was replaced.
  func apply(to configuration: inout ReviewConfiguration) -> [String] {
    var refusals: [Refusal] = []
    for key in ReviewConfiguration.guardedKeys where isLocked(key.name) || defaults.node(key.name) != nil {
      let (operatorText, other) = (key.text(operators), key.text(configuration))
      guard operatorText != other else { continue }
      if isLocked(key.name) {
        refusals.append(Refusal(key: key.name, reason: Self.lockedReason, remedy: "remove the key"))
      } else if let tightening = key.tightening, !tightening.allows(operators, configuration) {
        refusals.append(
          Refusal(
            key: key.name, reason: "\(Self.value(other)) is looser than the server's \(Self.value(operatorText))",
            remedy: "remove the key, or \(tightening.remedy)"))
      } else {
        continue
      }
      key.copy(operators, &configuration)
    }
    for id in guardedRules.sorted() { keepRule(id, in: &configuration, &refusals) }
    keepOverrides(in: &configuration, &refusals)
    keepCustomRules(in: &configuration, &refusals)
    keepChangeRules(in: &configuration, &refusals)
    return notes(refusals)
  }

  private static let lockedReason = "the server does not allow changes of this key"

  private func isLocked(_ name: String) -> Bool { defaults.locked.contains { $0.name == name } }

  private static func value(_ text: String) -> String {
    text.isEmpty ? "none" : HostileText(text).line(limit: 60, spacing: .kept)
  }
}

// MARK: Rules

extension DefaultsGuard {
  /// The rules that the operator sets: by name, by turning on a preset, or by locking them.
  private var guardedRules: Set<String> {
    var ids: Set<String> = []
    if case .mapping(let entries) = defaults.node(RulesReader.name)?.content {
      for entry in entries {
        guard entry.key == RulesReader.preset, case .scalar(let name) = entry.value.content else {
          ids.insert(entry.key)
          continue
        }
        ids.formUnion(catalogue.presets[name] ?? [])
      }
    }
    ids.formUnion(catalogue.rules.map(\.id).filter(isRuleLocked))
    ids.formUnion(operators.lint.custom.map(\.id))
    return ids.filter { leastChoice($0) != nil }
  }

  private func isRuleLocked(_ id: String) -> Bool {
    isLocked("\(RulesReader.name).\(id)") || isLocked("lint.custom.\(id)")
  }

  /// Returns the operator's choice; `nil` for a rule that is missing in the operator's configuration.
  private func leastChoice(_ id: String) -> RuleChoice? {
    operators.rules[id] ?? operators.lint.custom.first { $0.id == id }.map { RuleChoice($0) }
  }

  private func keepRule(
    _ id: String, in configuration: inout ReviewConfiguration, _ refusals: inout [Refusal]
  ) {
    guard let minimum = leastChoice(id), let other = configuration.rules[id], minimum != other else { return }
    let key = "\(RulesReader.name).\(id)"
    if isRuleLocked(id) {
      configuration.rules[id] = minimum
      return refusals.append(Refusal(key: key, reason: Self.lockedReason, remedy: "remove the key"))
    }
    guard minimum.isOn else { return }
    let loosened = looserParts(of: other, than: minimum, setOptions(key))
    guard !loosened.isEmpty else { return }
    var kept = other
    for part in loosened { part.keep(minimum, &kept) }
    configuration.rules[id] = kept
    for part in loosened {
      refusals.append(
        Refusal(
          key: part.name.isEmpty ? key : "\(key).\(part.name)",
          reason: "\(Self.value(part.text(other))) is looser than the server's \(Self.value(part.text(minimum)))",
          remedy: "remove the key, or use a stricter value"))
    }
  }

  private func setOptions(_ key: String) -> Set<String> {
    let entries: [YAMLNode.Entry]
    switch defaults.node(key)?.content {
    case .mapping(let own): entries = own
    case .sequence(let items):
      entries = items.flatMap { item -> [YAMLNode.Entry] in
        if case .mapping(let own) = item.content { own } else { [] }
      }
    case .scalar, .empty, nil: entries = []
    }
    return Set(entries.map(\.key)).subtracting(RuleChoice.keys)
  }

  /// Removes settings of rules for some files that are looser than the operator's.
  private func keepOverrides(in configuration: inout ReviewConfiguration, _ refusals: inout [Refusal]) {
    let name = "\(LintSection.name).\(LintSection.overridesName)"
    let operatorCount = operators.lint.overrides.count
    let guarded = guardedRules
    for index in configuration.lint.overrides.indices.dropFirst(operatorCount) {
      for (id, choice) in configuration.lint.overrides[index].rules.sorted(by: { $0.key < $1.key })
      where guarded.contains(id) {
        guard let least = leastChoice(id), least.isOn || isRuleLocked(id) else { continue }
        let isAllowed =
          isRuleLocked(id)
          ? choice == least : looserParts(of: choice, than: least, setOptions("rules.\(id)")).isEmpty
        guard !isAllowed else { continue }
        configuration.lint.overrides[index].rules[id] = nil
        refusals.append(
          Refusal(
            key: "\(name).\(id)", reason: "the settings of \(id) for some files are looser than the server's",
            remedy: "remove them"))
      }
    }
  }

  private func keepCustomRules(in configuration: inout ReviewConfiguration, _ refusals: inout [Refusal]) {
    for operatorRule in operators.lint.custom {
      let index = configuration.lint.custom.firstIndex { $0.id == operatorRule.id }
      var least = operatorRule
      if let index {
        let other = configuration.lint.custom[index]
        // A higher severity is stricter; any other difference makes it another rule.
        if operatorRule.isOn, other.isOn, other.severity >= operatorRule.severity,
          !isLocked("lint.custom.\(operatorRule.id)")
        {
          least.severity = other.severity
        }
        guard other != least, operatorRule.isOn else { continue }
        configuration.lint.custom[index] = operatorRule
      } else {
        configuration.lint.custom.append(operatorRule)
      }
      refusals.append(
        Refusal(
          key: "lint.custom.\(operatorRule.id)", reason: "the rule \(operatorRule.id) is defined by the server",
          remedy: "rename the rule of the repository, or change only its severity, to a higher one"))
    }
  }
}

// MARK: Rules about pull requests

extension DefaultsGuard {
  private func keepChangeRules(in configuration: inout ReviewConfiguration, _ refusals: inout [Refusal]) {
    let operatorRules = Dictionary(grouping: operators.pullRequest.rules, by: \.id)
    var all = Dictionary(grouping: configuration.pullRequest.rules, by: \.id)
    let locked = Set(catalogue.changeRules.map(\.id).filter { isLocked("\(Self.changeRulesName).\($0)") })
    for id in locked.union(operatorRules.keys).sorted() {
      let (least, others) = (operatorRules[id] ?? [], all[id] ?? [])
      let key = "\(Self.changeRulesName).\(id)"
      if locked.contains(id) {
        guard least != others else { continue }
        all[id] = least
        if !others.isEmpty { refusals.append(Refusal(key: key, reason: Self.lockedReason, remedy: "remove the key")) }
        continue
      }
      let options = setOptions(key)
      let missing = least.filter { choice in
        choice.isOn && !others.contains { isAtLeast($0, choice, options) }
      }
      guard !missing.isEmpty else { continue }
      // Defaults that a repository does not set apply without a note.
      if !others.isEmpty {
        refusals.append(
          Refusal(
            key: key, reason: "it is looser than the server's", consequence: "the server's rule applies as well",
            remedy: "remove the key, or use stricter values"))
      }
      all[id] = others.filter(\.isOn) + missing
    }
    configuration.pullRequest.rules = catalogue.changeRules.flatMap { all[$0.id] ?? [] }
  }

  private func isAtLeast(_ other: ChangeRuleChoice, _ minimum: ChangeRuleChoice, _ options: Set<String>) -> Bool {
    guard other.isOn, other.severity >= minimum.severity, Tightening.isWider(other.included, than: minimum.included),
      Set(other.excluded).isSubset(of: minimum.excluded)
    else { return false }
    return minimum.options.allSatisfy { name, value in
      // An option that the operator leaves at its default belongs to the rule of the repository.
      !options.contains(name) || OptionTightening.allows(name, value, other.options[name])
    }
  }
}

// MARK: Notes

extension DefaultsGuard {
  private func notes(_ refusals: [Refusal]) -> [String] {
    var notes: [String] = []
    var grouped: [String: [String]] = [:]
    for refusal in refusals {
      if let place = place(of: refusal.key.split(separator: ".").map(String.init)) {
        notes.append(
          "\(place): \(refusal.key): \(refusal.reason); \(refusal.consequence); \(refusal.remedy)")
      } else {
        // A preset or SwiftLint's configuration, which do not contain the rule's name.
        grouped[indirectPlace, default: []].append(refusal.key)
      }
    }
    for (place, keys) in grouped.sorted(by: { $0.key < $1.key }) {
      let more = keys.count > Self.mostNames ? " and \(keys.count - Self.mostNames) more" : ""
      notes.append(
        "\(place): looser than the configuration of the server, whose values apply: "
          + keys.prefix(Self.mostNames).joined(separator: ", ") + more)
    }
    return notes
  }

  /// Returns the file and line of a key: of the last file that has it or the key around it.
  private func place(of path: [String]) -> String? {
    for source in sources.reversed() {
      if let entry = source.entries.node(at: path) { return "\(source.name):\(entry.mark.line)" }
      if let mark = mark(ofItem: path, in: source) { return "\(source.name):\(mark.line)" }
    }
    // An option of a rule for which the file sets only the level.
    return path.count > 2 ? place(of: path.dropLast()) : nil
  }

  /// Returns the location in a list: of a custom rule by its identifier, of an override by its rule.
  private func mark(ofItem path: [String], in source: ExtendedFiles.File) -> YAMLMark? {
    guard path.count == 3, path[0] == LintSection.name,
      case .sequence(let items) = source.entries.node(at: Array(path.prefix(2)))?.value.content
    else { return nil }
    for item in items {
      guard case .mapping(let entries) = item.content else { continue }
      if let id = entries.node(at: ["id"]), id.value.content == .scalar(path[2]) { return id.mark }
      if let rule = entries.node(at: [RulesReader.name, path[2]]) { return rule.mark }
    }
    return nil
  }

  private var indirectPlace: String {
    for source in sources.reversed() {
      if let preset = source.entries.node(at: [RulesReader.name, RulesReader.preset]) {
        return "\(source.name):\(preset.mark.line): \(RulesReader.name).\(RulesReader.preset)"
      }
    }
    return swiftLint ?? sources.last?.name ?? ConfigurationReader.fileName
  }
}
