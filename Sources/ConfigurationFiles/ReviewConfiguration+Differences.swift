// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

extension ReviewConfiguration {
  /// What is set differently here, one `coverage.target: 80 → 60` for each key, in the order of the file.
  package func differences(from other: ReviewConfiguration) -> [String] {
    differences(\.checkout, other) + differences(\.build, other) + differences(\.tests, other)
      + differences(\.coverage, other)
      + differences(\.comment, other) + differences(\.paths, other) + ruleDifferences(from: other)
  }

  private func differences<Section: ConfigurationSection>(
    _ path: KeyPath<ReviewConfiguration, Section>, _ other: ReviewConfiguration
  ) -> [String] {
    Section.keys.compactMap { key in
      Self.difference("\(Section.name).\(key.name)", key.text(other[keyPath: path]), key.text(self[keyPath: path]))
    }
  }

  private func ruleDifferences(from other: ReviewConfiguration) -> [String] {
    Set(rules.keys).union(other.rules.keys).sorted().flatMap { id in
      let before = Self.values(of: other.rules[id])
      let after = Self.values(of: rules[id])
      // What is set about a rule that is off changes nothing.
      guard other.rules[id]?.isOn == true, rules[id]?.isOn == true else {
        return [Self.difference("rules.\(id)", before[""] ?? "not there", after[""] ?? "not there")].compactMap(\.self)
      }
      return Set(before.keys).union(after.keys).sorted().compactMap { key in
        Self.difference("rules.\(id)\(key)", before[key] ?? "not there", after[key] ?? "not there")
      }
    }
  }

  private static func values(of choice: RuleChoice?) -> [String: String] {
    guard let choice else { return [:] }
    var values = ["": choice.level]
    values[".included"] = ValueKind.globs.text(choice.included)
    values[".excluded"] = ValueKind.globs.text(choice.excluded)
    for (name, value) in choice.options { values[".\(name)"] = value.description }
    return values
  }

  private static func difference(_ key: String, _ before: String, _ after: String) -> String? {
    before == after ? nil : "\(key): \(before) → \(after)"
  }
}
