// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The parts that JSON Schemas are made of.
enum SchemaText {
  /// A mapping that has these keys and no others.
  static func object(_ properties: [String: JSONValue], _ summary: String) -> JSONValue {
    .object([
      "type": .text("object"), "description": .text(summary), "additionalProperties": .boolean(false),
      "properties": .object(properties),
    ])
  }

  /// The schema of a section.
  static func object<Holder>(_ keys: [ConfigurationKey<Holder>], _ summary: String) -> JSONValue {
    object(properties(keys), summary)
  }

  static func properties<Holder>(_ keys: [ConfigurationKey<Holder>]) -> [String: JSONValue] {
    Dictionary(uniqueKeysWithValues: keys.map { ($0.name, value($0.kind.schema, $0.summary)) })
  }

  /// A value whose kind has its schema as JSON.
  static func value(_ json: String, _ summary: String) -> JSONValue {
    do {
      var fields = fields(of: try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8)))
      fields["description"] = .text(summary)
      return .object(fields)
    } catch {
      preconditionFailure("a kind of value has a schema that is not JSON: \(json)")
    }
  }

  static func fields(of value: JSONValue) -> [String: JSONValue] {
    if case .object(let fields) = value { fields } else { [:] }
  }

  /// The text of the schema of a whole file.
  static func file(_ title: String, _ root: JSONValue, required: [String]) -> String {
    var fields = fields(of: root)
    fields["$schema"] = .text("https://json-schema.org/draft/2020-12/schema")
    fields["title"] = .text(title)
    fields["required"] = .array(required.map { .text($0) })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(JSONValue.object(fields)), as: UTF8.self) + "\n"
    } catch {
      preconditionFailure("a schema cannot be written: \(error)")
    }
  }
}
