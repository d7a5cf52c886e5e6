// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract

/// The elements of reference pages and default files.
enum ReferenceText {
  /// Returns a block of YAML, whose first line names the file that it is a part of.
  static func block(_ lines: [String]) -> [String] { ["```yaml"] + lines + ["```"] }

  /// Returns a row of a Markdown table.
  static func row(_ cells: [String]) -> String {
    "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
  }

  static func code(_ text: String) -> String { "`\(text)`" }

  /// Returns a table of keys.
  static func table(_ entries: [SectionEntry]) -> [String] {
    ["| key | value | default | |", "|---|---|---|---|"]
      + entries.map { entry in
        row([
          code(entry.name), entry.kind.expectation, entry.defaultText.isEmpty ? "" : code(entry.defaultText),
          entry.summary,
        ])
      }
  }

  /// Returns the lines of a YAML comment.
  static func comment(_ text: String, indent: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent.count + 2 + line.count + 1 + word.count > 118 {
        lines.append("\(indent)# \(line)")
        line = ""
      }
      line += line.isEmpty ? String(word) : " " + word
    }
    return lines + ["\(indent)# \(line)"]
  }

  /// Returns a key with its comment. A key without a default is commented out, with its example.
  static func lines(_ entry: SectionEntry, indent: String) -> [String] {
    let line =
      entry.defaultText.isEmpty
      ? "\(indent)# \(entry.name): \(entry.example ?? "")" : "\(indent)\(entry.name): \(entry.defaultText)"
    return comment(entry.summary, indent: indent) + [line]
  }
}

/// The elements of JSON Schemas.
enum SchemaText {
  /// Returns the schema of a mapping with only these keys.
  static func object(_ properties: [String: JSONValue], _ summary: String? = nil) -> JSONValue {
    let schema: JSONValue = ["type": "object", "additionalProperties": false, "properties": .object(properties)]
    return summary.map { value(schema, $0) } ?? schema
  }

  /// Returns a reference to a definition of the file.
  static func definition(_ name: String) -> JSONValue { ["$ref": .text("#/$defs/\(name)")] }

  static func properties<Holder>(_ keys: [ConfigurationKey<Holder>]) -> [String: JSONValue] {
    Dictionary(uniqueKeysWithValues: keys.map { ($0.name, value($0.kind.schema, $0.summary)) })
  }

  /// Returns the schema with a description.
  static func value(_ schema: JSONValue, _ summary: String) -> JSONValue {
    var fields = fields(of: schema)
    fields["description"] = .text(summary)
    return .object(fields)
  }

  static func fields(of value: JSONValue) -> [String: JSONValue] {
    if case .object(let fields) = value { fields } else { [:] }
  }

  /// Returns the address of a schema as this version of the program has it.
  static func address(of file: String) -> String {
    "https://raw.githubusercontent.com/reviewbot/reviewbot/v\(ProgramVersion.number)/config/\(file)"
  }

  /// Returns the schema of a file.
  ///
  /// - Parameter name: the name of the schema's own file.
  static func file(
    _ title: String, _ name: String, _ root: JSONValue, required: [String], definitions: [String: JSONValue] = [:]
  ) -> JSONValue {
    var fields = fields(of: root)
    fields["$defs"] = definitions.isEmpty ? nil : .object(definitions)
    fields["$schema"] = .text("https://json-schema.org/draft/2020-12/schema")
    fields["$id"] = .text(address(of: name))
    fields["title"] = .text(title)
    fields["required"] = .array(required.map { .text($0) })
    return .object(fields)
  }

  /// Returns the text of the file of a schema.
  static func text(_ schema: JSONValue) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(schema), as: UTF8.self) + "\n"
    } catch {
      preconditionFailure("cannot encode a schema: \(error)")
    }
  }
}
