// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore

extension ConfigurationReference {
  /// A JSON Schema, for editors.
  package var schema: String {
    var properties: [String: JSONValue] = ["version": .object(["const": .integer(ReviewConfiguration.version)])]
    for section in ReviewConfiguration.sections {
      let keys = section.entries.map { ($0.name, Self.schema($0.kind.schema, $0.summary)) }
      properties[section.name] = Self.object(Dictionary(uniqueKeysWithValues: keys), section.summary)
    }
    let rules = catalogue.rules.map { ($0.id, Self.schema(of: $0)) }
    properties[RulesReader.name] = Self.object(Dictionary(uniqueKeysWithValues: rules), Self.rulesSummary)
    var root = Self.fields(of: Self.object(properties, "What a repository wants of its reviews."))
    root["$schema"] = .text("https://json-schema.org/draft/2020-12/schema")
    root["title"] = .text(".reviewbot.yml")
    root["required"] = .array([.text("version")])
    return Self.text(.object(root))
  }

  private static func schema(of rule: RuleCatalogue.Rule) -> JSONValue {
    let levels = JSONValue.object(["enum": .array(RulesReader.levels.map { .text($0) })])
    let globs = schema(ValueKind.globs.description.schema, "Path patterns.")
    var keys: [String: JSONValue] = ["severity": levels, "included": globs, "excluded": globs]
    for option in rule.options { keys[option.name] = schema(of: option) }
    return .object([
      "description": .text(rule.summary), "anyOf": .array([levels, object(keys, rule.summary)]),
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

  private static func object(_ properties: [String: JSONValue], _ summary: String) -> JSONValue {
    .object([
      "type": .text("object"), "description": .text(summary), "additionalProperties": .boolean(false),
      "properties": .object(properties),
    ])
  }

  private static func schema(_ json: String, _ summary: String) -> JSONValue {
    do {
      var fields = Self.fields(of: try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8)))
      fields["description"] = .text(summary)
      return .object(fields)
    } catch {
      preconditionFailure("a kind of value has a schema that is not JSON: \(json)")
    }
  }

  private static func fields(of value: JSONValue) -> [String: JSONValue] {
    if case .object(let fields) = value { fields } else { [:] }
  }

  private static func text(_ value: JSONValue) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    } catch {
      preconditionFailure("a schema cannot be written: \(error)")
    }
  }
}
