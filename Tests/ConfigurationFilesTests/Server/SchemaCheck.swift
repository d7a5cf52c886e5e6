// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

@testable import ConfigurationFiles
import Foundation

/// Validates a file with the subset of JSON Schema that the schemas of reviewbot use.
///
/// A scalar that is also a valid JSON number or literal matches both types, as in editors with support for YAML: it is
/// a string if the schema requires a string.
struct SchemaCheck {
  struct UnknownWord: Error {
    let word: String
  }

  private let schema: [String: JSONValue]
  private let definitions: [String: JSONValue]

  init(_ schema: JSONValue) {
    let fields = Self.fields(schema)
    self.init(fields, definitions: fields["$defs"].map(Self.fields) ?? [:])
  }

  private init(_ schema: [String: JSONValue], definitions: [String: JSONValue]) {
    self.schema = schema
    self.definitions = definitions
  }

  /// Returns the check of a part of the schema.
  private func part(_ schema: JSONValue) -> SchemaCheck {
    SchemaCheck(Self.fields(schema), definitions: definitions)
  }

  /// Returns the violations, each as `PATH: KEYWORD`.
  func problems(_ node: YAMLNode, at place: String = "") throws -> [String] {
    var problems: [String] = []
    for (word, value) in schema {
      switch (word, value) {
      case ("$schema", _), ("$defs", _), ("title", _), ("description", _), ("default", _), ("maxItems", _),
        ("maxProperties", _), ("minimum", _), ("minLength", _), ("maxLength", _), ("uniqueItems", _),
        ("propertyNames", _):
        continue
      case ("$ref", .text(let name)):
        guard let definition = definitions[String(name.trimmingPrefix("#/$defs/"))] else {
          throw UnknownWord(word: name)
        }
        problems += try part(definition).problems(node, at: place)
      case ("type", .text(let type)): if !Self.isType(type, node) { problems.append("\(place): type") }
      case ("type", .array(let types)):
        let fits = types.contains { if case .text(let type) = $0 { Self.isType(type, node) } else { false } }
        if !fits { problems.append("\(place): type") }
      case ("anyOf", .array(let choices)):
        if try !choices.contains(where: { try part($0).problems(node).isEmpty }) { problems.append("\(place): anyOf") }
      case ("const", .integer(let number)):
        if node.content != .scalar("\(number)") { problems.append("\(place): const") }
      case ("const", .text(let text)): if node.content != .scalar(text) { problems.append("\(place): const") }
      case ("enum", .array(let values)):
        if !values.contains(where: { node.content == Self.content($0) }) { problems.append("\(place): enum") }
      case ("pattern", .text(let pattern)):
        guard case .scalar(let text) = node.content else { continue }
        if try Regex(pattern).firstMatch(in: text) == nil { problems.append("\(place): pattern") }
      case ("maximum", .integer(let most)):
        guard case .scalar(let text) = node.content, let number = Int(text), number > most else { continue }
        problems.append("\(place): maximum")
      case ("minItems", .integer(let least)):
        if case .sequence(let items) = node.content, items.count < least { problems.append("\(place): minItems") }
      case ("items", let items):
        guard case .sequence(let nodes) = node.content else { continue }
        for (index, item) in nodes.enumerated() {
          problems += try part(items).problems(item, at: Self.below(place, "\(index)"))
        }
      case ("required", .array(let names)): problems += Self.missing(names, node).map { "\(place): required \($0)" }
      case ("oneOf", .array(let choices)):
        let fitting = try choices.filter { try part($0).problems(node).isEmpty }
        if fitting.count != 1 { problems.append("\(place): oneOf") }
      case ("properties", .object(let properties)):
        for entry in Self.entries(node) {
          guard let property = properties[entry.key] else { continue }
          problems += try part(property).problems(entry.value, at: Self.below(place, entry.key))
        }
      case ("additionalProperties", .boolean(false)):
        guard case .object(let properties)? = schema["properties"] else { continue }
        problems += Self.entries(node).filter { properties[$0.key] == nil }
          .map { "\(place): additionalProperties \($0.key)" }
      case ("additionalProperties", .object):
        let properties = schema["properties"].map(Self.fields) ?? [:]
        for entry in Self.entries(node) where properties[entry.key] == nil {
          problems += try part(value).problems(entry.value, at: Self.below(place, entry.key))
        }
      default: throw UnknownWord(word: word)
      }
    }
    return problems
  }

  private static func fields(_ schema: JSONValue) -> [String: JSONValue] {
    if case .object(let fields) = schema { fields } else { [:] }
  }

  private static func below(_ place: String, _ name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }

  private static func entries(_ node: YAMLNode) -> [YAMLNode.Entry] {
    if case .mapping(let entries) = node.content { entries } else { [] }
  }

  private static func missing(_ names: [JSONValue], _ node: YAMLNode) -> [String] {
    let keys = entries(node).map(\.key)
    return names.compactMap { if case .text(let name) = $0, !keys.contains(name) { name } else { nil } }
  }

  private static func content(_ value: JSONValue) -> YAMLNode.Content? {
    switch value {
    case .text(let text): .scalar(text)
    case .integer(let number): .scalar("\(number)")
    case .boolean(let value): .scalar("\(value)")
    case .array, .object: nil
    }
  }

  private static func isType(_ type: String, _ node: YAMLNode) -> Bool {
    switch (type, node.content) {
    case ("object", .mapping), ("array", .sequence), ("string", .scalar): true
    case ("integer", .scalar(let text)): Int(text) != nil
    case ("number", .scalar(let text)): Double(text) != nil
    case ("boolean", .scalar(let text)): Bool(text) != nil
    default: false
    }
  }
}
