// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A validator for the part of JSON Schema that `config/report.schema.json` uses. Unlike the standard, it rejects a key
/// that is in no schema, so that a new key without a line in the schema is noticed.
struct SchemaReader {
  private let root: [String: Any]

  init(_ file: URL) throws {
    root = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
  }

  func complaints(about value: Any) -> [String] { complaints(about: value, root, at: "$") }

  /// Returns the allowed values of a key at the root of the schema.
  func values(of key: String) -> [String] {
    let properties = root["properties"] as? [String: [String: Any]]
    return properties?[key]?["enum"] as? [String] ?? []
  }

  private func complaints(about value: Any, _ schema: [String: Any], at place: String) -> [String] {
    if let name = (schema["$ref"] as? String)?.split(separator: "/").last {
      let definition = (root["$defs"] as? [String: [String: Any]])?[String(name)]
      return definition.map { complaints(about: value, $0, at: place) } ?? ["\(place): no definition \(name)"]
    }
    if let allowed = schema["enum"] as? [String] {
      return allowed.contains(value as? String ?? "") ? [] : ["\(place): \(value) is not allowed"]
    }
    if let constant = schema["const"] as? Int { return constant == value as? Int ? [] : ["\(place): not \(constant)"] }
    switch schema["type"] as? String {
    case "object": return object(value, schema, at: place)
    case "array":
      guard let values = value as? [Any], let items = schema["items"] as? [String: Any] else {
        return ["\(place): not an array"]
      }
      return values.enumerated().flatMap { complaints(about: $0.element, items, at: "\(place)[\($0.offset)]") }
    case "string":
      guard let text = value as? String else { return ["\(place): not a string"] }
      let pattern = schema["pattern"] as? String ?? ""
      return text.range(of: pattern, options: .regularExpression) != nil || pattern.isEmpty
        ? [] : ["\(place): does not match"]
    case "integer":
      guard let number = value as? Int else { return ["\(place): not an integer"] }
      return number >= schema["minimum"] as? Int ?? .min ? [] : ["\(place): too small"]
    case "boolean": return value is Bool ? [] : ["\(place): not a boolean"]
    default: return ["\(place): no type in the schema"]
    }
  }

  private func object(_ value: Any, _ schema: [String: Any], at place: String) -> [String] {
    guard let object = value as? [String: Any], let properties = schema["properties"] as? [String: [String: Any]] else {
      return ["\(place): not an object"]
    }
    let missing = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }.map { "\(place): no \($0)" }
    return missing
      + object.sorted { $0.key < $1.key }.flatMap { key, value in
        properties[key].map { complaints(about: value, $0, at: "\(place).\(key)") } ?? ["\(place): unknown key \(key)"]
      }
  }
}
