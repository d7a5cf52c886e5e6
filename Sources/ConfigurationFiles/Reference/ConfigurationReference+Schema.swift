// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

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
    let globs = SchemaText.value(ValueKind.globs.description.schema, "Path patterns.")
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
