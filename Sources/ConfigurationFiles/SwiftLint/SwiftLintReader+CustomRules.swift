// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

extension SwiftLintReader {
  /// Reads the section `custom_rules`.
  func readCustomRules(_ section: YAMLNode.Entry, _ configuration: inout SwiftLintConfiguration) {
    guard case .mapping(let entries) = section.value.content else {
      if section.value.content != .empty { invalid("identifiers of rules", section, &configuration) }
      return
    }
    if entries.count > Self.maximumCustomRules {
      note("only the first \(Self.maximumCustomRules) custom rules are used", section, &configuration)
    }
    for entry in entries.prefix(Self.maximumCustomRules) {
      guard case .mapping(let keys) = entry.value.content else {
        invalid("keys such as regex", entry, &configuration)
        continue
      }
      if let rule = customRule(entry, keys, &configuration) { configuration.customRules.append(rule) }
    }
  }

  private func customRule(
    _ entry: YAMLNode.Entry, _ keys: [YAMLNode.Entry], _ configuration: inout SwiftLintConfiguration
  ) -> CustomRule? {
    guard let regex = keys.first(where: { $0.key == "regex" }).flatMap(text), !regex.isEmpty else {
      note("the custom rule \(shown(entry.key)) has no regex and is ignored", entry, &configuration)
      return nil
    }
    var rule = CustomRule(id: entry.key, regex: regex)
    for key in keys {
      switch key.key {
      case "regex": break
      case "name": rule.name = text(key) ?? rule.name
      case "message": rule.message = text(key) ?? rule.message
      case "severity":
        if let severity = text(key).flatMap(SwiftLintOptionReader.severity) {
          rule.severity = severity
        } else {
          invalid("warning or error", key, &configuration)
        }
      case "included": rule.included = texts(key, &configuration)
      case "excluded": rule.excluded = texts(key, &configuration)
      case "capture_group":
        if let number = text(key).flatMap({ Int($0) }), (0...99).contains(number) {
          rule.captureGroup = number
        } else {
          invalid("the number of a group", key, &configuration)
        }
      case "match_kinds": rule.matchKinds = kinds(key, &configuration)
      case "excluded_match_kinds": rule.excludedMatchKinds = kinds(key, &configuration)
      case "execution_mode": break
      default: note("unknown key \(shown(key.key)) of a custom rule", key, &configuration)
      }
    }
    if !rule.matchKinds.isEmpty, !rule.excludedMatchKinds.isEmpty {
      note("match_kinds and excluded_match_kinds exclude each other; the rule is ignored", entry, &configuration)
      return nil
    }
    return rule
  }

  private func kinds(_ entry: YAMLNode.Entry, _ configuration: inout SwiftLintConfiguration) -> Set<String> {
    var kinds: Set<String> = []
    for name in texts(entry, &configuration) {
      let short = name.replacing("source.lang.swift.syntaxtype.", with: "").lowercased()
      if CustomRule.kinds.contains(short) {
        kinds.insert(short)
      } else {
        let nearest = NearestName.find(for: short, in: CustomRule.kinds).map { "; did you mean \($0)?" } ?? ""
        note("unknown kind \(shown(name)) in \(entry.key)\(nearest)", entry, &configuration)
      }
    }
    return kinds
  }
}
