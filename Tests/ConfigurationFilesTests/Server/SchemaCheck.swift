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

  /// The words that do not matter for the values in the tests.
  private static let ignored: Set<String> = [
    "$schema", "$id", "$defs", "title", "description", "default", "maxItems", "maxProperties", "minimum", "minLength",
    "maxLength", "uniqueItems", "propertyNames",
  ]

  /// Returns the violations, each as `PATH: KEYWORD`.
  func problems(_ node: YAMLNode, at place: String = "") throws -> [String] {
    try schema.filter { !Self.ignored.contains($0.key) }.flatMap { word, value in
      if let isValid = try isValid(word, value, node) { return isValid ? [] : ["\(place): \(word)"] }
      return try inner(word, value, node, at: place)
    }
  }

  /// Returns whether a value as a whole fulfills a word of the schema; `nil` for a word about its parts.
  private func isValid(_ word: String, _ value: JSONValue, _ node: YAMLNode) throws -> Bool? {
    switch (word, value) {
    case ("type", .text(let type)): Self.isType(type, node)
    case ("type", .array(let types)):
      types.contains { if case .text(let type) = $0 { Self.isType(type, node) } else { false } }
    case ("anyOf", .array(let choices)): try choices.contains { try part($0).problems(node).isEmpty }
    case ("oneOf", .array(let choices)): try choices.filter { try part($0).problems(node).isEmpty }.count == 1
    case ("const", .integer), ("const", .text): node.content == Self.content(value)
    case ("enum", .array(let values)): values.contains { node.content == Self.content($0) }
    case ("pattern", .text(let pattern)):
      try Self.scalar(node).map { try Regex(pattern).firstMatch(in: $0) != nil } ?? true
    case ("maximum", .integer(let most)): (Self.scalar(node).flatMap { Int($0) } ?? most) <= most
    case ("minItems", .integer(let least)):
      if case .sequence(let items) = node.content { items.count >= least } else { true }
    default: nil
    }
  }

  /// Returns the violations of a word about the parts of a value.
  private func inner(_ word: String, _ value: JSONValue, _ node: YAMLNode, at place: String) throws -> [String] {
    switch (word, value) {
    case ("$ref", .text(let name)):
      guard let definition = definitions[String(name.trimmingPrefix("#/$defs/"))] else { throw UnknownWord(word: name) }
      return try part(definition).problems(node, at: place)
    case ("items", _):
      guard case .sequence(let nodes) = node.content else { return [] }
      return try nodes.enumerated().flatMap { index, item in
        try part(value).problems(item, at: Self.below(place, "\(index)"))
      }
    case ("required", .array(let names)): return Self.missing(names, node).map { "\(place): required \($0)" }
    case ("properties", .object(let properties)):
      return try Self.entries(node).flatMap { entry in
        try properties[entry.key].map { try part($0).problems(entry.value, at: Self.below(place, entry.key)) } ?? []
      }
    case ("additionalProperties", .boolean(false)):
      guard let properties = schema["properties"].map(Self.fields) else { return [] }
      return Self.entries(node).filter { properties[$0.key] == nil }
        .map { "\(place): additionalProperties \($0.key)" }
    case ("additionalProperties", .object):
      let properties = schema["properties"].map(Self.fields) ?? [:]
      return try Self.entries(node).filter { properties[$0.key] == nil }.flatMap { entry in
        try part(value).problems(entry.value, at: Self.below(place, entry.key))
      }
    default: throw UnknownWord(word: word)
    }
  }

  private static func scalar(_ node: YAMLNode) -> String? {
    if case .scalar(let text) = node.content { text } else { nil }
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
