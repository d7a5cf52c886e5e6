// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

/// Reads `codecov.yml`. Each key that is not imported has a note.
struct CodecovImport {
  private var configuration: ReviewConfiguration
  private var notes: [String] = []

  static func read(
    _ text: String, _ file: String, _ catalogue: RuleCatalogue, _ notes: inout [String]
  ) throws(ConfigurationError) -> ReviewConfiguration {
    var problems = ProblemList(file: file)
    let root = YAMLText(text).root(&problems)
    guard problems.isEmpty else { throw problems.error }
    var reader = CodecovImport(configuration: ReviewConfiguration(catalogue: catalogue))
    for entry in root?.entries ?? [] {
      switch entry.key {
      case "coverage": reader.readCoverage(entry.value)
      case "ignore": reader.readIgnored(entry.value, "ignore")
      default: reader.drop(entry.key)
      }
    }
    notes += reader.notes
    return reader.configuration
  }

  private mutating func drop(_ key: String, _ why: String = "") {
    notes.append("\(key) is not imported\(why.isEmpty ? "" : ": \(why)")")
  }

  private mutating func readCoverage(_ node: YAMLNode) {
    if let isOn = node.boolean {
      return isOn ? () : turnOff()
    }
    for entry in node.entries {
      switch entry.key {
      case "status": readStatus(entry.value)
      case "ignore": readIgnored(entry.value, "coverage.ignore")
      case "patch", "project", "changes", "default":
        drop("coverage.\(entry.key)", "Codecov reads it below coverage.status")
      default: drop("coverage.\(entry.key)")
      }
    }
  }

  private mutating func readStatus(_ node: YAMLNode) {
    if let isOn = node.boolean {
      return isOn ? () : turnOff()
    }
    for entry in node.entries {
      switch entry.key {
      case "patch": if let goal = goal(entry.value, "coverage.status.patch") { set(\.goal, goal) }
      case "project": if let goal = goal(entry.value, "coverage.status.project") { set(\.project, goal) }
      default: drop("coverage.status.\(entry.key)")
      }
    }
  }

  private mutating func turnOff() {
    for path in [\PatchPolicy.goal, \.project] { set(path, Goal(isInformational: true)) }
  }

  private mutating func set(_ path: WritableKeyPath<PatchPolicy, CoverageGoal>, _ goal: Goal) {
    let old = configuration.coverage[keyPath: path]
    configuration.coverage[keyPath: path] = CoverageGoal(
      target: goal.target ?? old.target, threshold: goal.threshold ?? old.threshold,
      informational: goal.isInformational ? .always : .never)
  }

  private mutating func readIgnored(_ node: YAMLNode, _ key: String) {
    for (index, item) in node.items.enumerated() {
      guard let pattern = item.text else {
        drop("\(key)[\(index)]", "it is not a text")
        continue
      }
      switch CodecovPattern(pattern) {
      case .path(let glob): configuration.coverage.excluded.append(glob)
      case .negation: notes.append("\(key): \(shown(pattern)) is not imported: coverage.exclude has no exceptions")
      case .regularExpression:
        notes.append("\(key): \(shown(pattern)) is not imported: no path pattern is equal to this regular expression")
      case .invalid: notes.append("\(key): cannot use the pattern \(shown(pattern))")
      }
    }
    if node.items.isEmpty, node.content != .empty { drop(key, "expected a list of texts") }
  }

  private struct Goal {
    var target: CoverageTarget?
    var threshold: PercentTarget?
    var isInformational = false
  }

  /// Reads a status: `patch: off`, `patch: {default: off}`, or its settings.
  private mutating func goal(_ node: YAMLNode, _ key: String) -> Goal? {
    if let isOn = node.boolean { return Goal(isInformational: !isOn) }
    if let text = node.text {
      drop(key, "invalid value \(shown(text))")
      return nil
    }
    for entry in node.entries where entry.key != "default" { drop("\(key).\(entry.key)") }
    guard let values = node.entries.first(where: { $0.key == "default" })?.value else {
      // Only statuses of other names, which are not imported.
      return node.entries.isEmpty ? Goal() : nil
    }
    if let isOn = values.boolean { return Goal(isInformational: !isOn) }
    var goal = Goal()
    for entry in values.entries { read(entry, "\(key).default.\(entry.key)", &goal) }
    return goal
  }

  private mutating func read(_ entry: YAMLNode.Entry, _ key: String, _ goal: inout Goal) {
    let text = entry.value.text ?? ""
    switch entry.key {
    case "target":
      goal.target = text == "auto" ? .auto : PercentTarget(text).map { .percent($0) }
      if goal.target == nil { notes.append("\(key): invalid value \(shown(text))") }
    case "threshold":
      goal.threshold = PercentTarget(text)
      if goal.threshold == nil, entry.value.content != .empty { notes.append("\(key): invalid value \(shown(text))") }
    case "informational", "enabled":
      guard let isOn = entry.value.boolean else {
        notes.append("\(key): invalid value \(shown(text))")
        return
      }
      // An informational status that is off stays off.
      if isOn == (entry.key == "informational") { goal.isInformational = true }
    default: drop(key)
    }
  }
}

extension YAMLNode {
  fileprivate var entries: [Entry] {
    if case .mapping(let entries) = content { entries } else { [] }
  }

  fileprivate var text: String? {
    if case .scalar(let text) = content { text } else { nil }
  }

  /// The value of an on or off switch.
  fileprivate var boolean: Bool? { text.flatMap(SwiftLintOptionReader.boolean) }

  /// The elements of a list, or a single text.
  fileprivate var items: [YAMLNode] {
    switch content {
    case .scalar: [self]
    case .sequence(let items): items
    case .mapping, .empty: []
    }
  }
}
