// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The files that say what `.reviewbot.yml` may hold, made from the section types.
package struct ConfigurationReference: Sendable {
  let catalogue: RuleCatalogue

  package init(catalogue: RuleCatalogue) {
    self.catalogue = catalogue
  }

  static let rulesSummary = "Which rules look at the change, and how much their findings matter."
  static let rulesExplanation =
    "A rule is `off`, `on`, or has the severity of its findings: `note`, `warning`, `error` (which fails the review). Write "
    + "keys instead to set more: `severity`, `included` and `excluded` (path patterns) and the rule's own options."
}

extension ConfigurationSection {
  static var schema: JSONValue { SchemaText.object(keys, summary) }

  static var entries: [SectionEntry] {
    let defaults = Self()
    return keys.map { SectionEntry($0, of: defaults) }
  }
}

/// What the reference says of one key.
struct SectionEntry {
  let name: String
  let summary: String
  let kind: CodecDescription
  /// Empty for one that is not set by default.
  let defaultText: String
  let example: String?

  /// - Parameter hasDefault: `false` for a key whose value in `holder` says nothing.
  init<Holder>(_ key: ConfigurationKey<Holder>, of holder: Holder, hasDefault: Bool = true) {
    name = key.name
    summary = key.summary
    kind = key.kind
    defaultText = hasDefault ? key.text(holder) : ""
    example = key.example
  }
}

extension ConfigurationReference {
  /// A `.reviewbot.yml` that writes down the defaults, with comments.
  package var defaultFile: String {
    var lines = [
      "# The defaults of .reviewbot.yml, written by `reviewbot-dev generate`. Copy what you want to change to the root of",
      "# your repository; everything but the version may be left out.", "", "version: \(ReviewConfiguration.version)",
    ]
    for section in ReviewConfiguration.sections {
      lines += ["", "# \(section.summary)", "\(section.name):"]
      for entry in section.entries { lines += ReferenceText.lines(entry, indent: "  ") }
    }
    lines +=
      ["", "# \(Self.rulesSummary)"] + ReferenceText.comment(Self.rulesExplanation, indent: "") + [
        "\(RulesReader.name):"
      ]
    for rule in catalogue.rules { lines += ReferenceText.comment(rule.summary, indent: "  ") + Self.lines(of: rule) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(of rule: RuleCatalogue.Rule) -> [String] {
    // Options are not written for a rule that is off: writing them turns it on.
    if rule.isOptIn || rule.options.isEmpty {
      return ["  \(rule.id): \(rule.isOptIn ? "off" : rule.severity.rawValue)"]
    }
    return ["  \(rule.id):", "    severity: \(rule.severity.rawValue)"]
      + rule.options.flatMap { option in
        ReferenceText.comment(option.summary, indent: "    ") + ["    \(option.name): \(option.defaultValue)"]
      }
  }
}

extension ConfigurationReference {
  /// The page of the documentation.
  package var page: String {
    var lines = [
      "# Configuration", "",
      "Written by `reviewbot-dev generate`. A repository is configured by the file `.reviewbot.yml` at its root. A pull request",
      "is reviewed with the file of its base branch; what it changes in the file takes effect after the merge.", "",
      "The file begins with `version: \(ReviewConfiguration.version)`. All sections and keys may be left out. Path patterns "
        + "are written from the",
      "repository's root: `*` stays within a folder, `**` crosses folders, and a name without a wildcard is a file or all of a "
        + "folder.", "",
    ]
    for section in ReviewConfiguration.sections {
      lines += ["## `\(section.name)`", "", section.summary, ""] + ReferenceText.table(section.entries) + [""]
    }
    lines += ["## `\(RulesReader.name)`", "", Self.rulesSummary, "", Self.rulesExplanation, ""]
    lines += ["| rule | default | options | |", "|---|---|---|---|"]
    for rule in catalogue.rules {
      let options = rule.options.map { ReferenceText.code("\($0.name): \($0.defaultValue)") }.joined(separator: ", ")
      let level = rule.isOptIn ? "off" : rule.severity.rawValue
      let link = "[\(ReferenceText.code(rule.id))](rules/\(rule.id).md)"
      lines.append(ReferenceText.row([link, ReferenceText.code(level), options, rule.summary]))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ConfigurationReference {
  /// A JSON Schema, for editors.
  package var schema: String {
    var properties: [String: JSONValue] = ["version": .object(["const": .integer(ReviewConfiguration.version)])]
    for section in ReviewConfiguration.sections { properties[section.name] = section.schema }
    let rules = catalogue.rules.map { ($0.id, Self.schema(of: $0)) }
    properties[RulesReader.name] = SchemaText.object(Dictionary(uniqueKeysWithValues: rules), Self.rulesSummary)
    let root = SchemaText.object(properties, "What a repository wants of its reviews.")
    return SchemaText.file(".reviewbot.yml", root, required: ["version"])
  }

  private static func schema(of rule: RuleCatalogue.Rule) -> JSONValue {
    let levels = JSONValue.object(["enum": .array(RulesReader.levels.map { .text($0) })])
    let globs = SchemaText.value(ConfigurationCodec.globs.description.schema, "Path patterns.")
    var keys: [String: JSONValue] = ["severity": levels, "included": globs, "excluded": globs]
    for option in rule.options { keys[option.name] = schema(of: option) }
    return .object([
      "description": .text(rule.summary), "anyOf": .array([levels, SchemaText.object(keys, rule.summary)]),
    ])
  }

  private static func schema(of option: RuleCatalogue.Option) -> JSONValue {
    var fields: [String: JSONValue] = ["description": .text(option.summary)]
    switch option.defaultValue {
    case .integer(let value):
      fields["type"] = .text("integer")
      fields["minimum"] = .integer(option.allowed.lowerBound)
      fields["maximum"] = .integer(option.allowed.upperBound)
      fields["default"] = .integer(value)
    case .boolean(let value):
      fields["type"] = .text("boolean")
      fields["default"] = .boolean(value)
    case .text(let value):
      fields["type"] = .text("string")
      fields["default"] = .text(value)
      if !option.choices.isEmpty { fields["enum"] = .array(option.choices.map { .text($0) }) }
    case .texts(let values):
      fields["type"] = .text("array")
      fields["items"] = .object(["type": .text("string")])
      fields["default"] = .array(values.map { .text($0) })
    }
    return .object(fields)
  }
}
