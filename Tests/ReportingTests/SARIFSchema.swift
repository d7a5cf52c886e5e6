// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The published schema of SARIF, with the keywords of JSON Schema that it uses.
struct SARIFSchema {
  static var folder: String? { ProcessInfo.processInfo.environment["REVIEWBOT_SARIF"] }

  private let root: [String: Any]

  init() throws {
    let file = URL(fileURLWithPath: Self.folder ?? "").appendingPathComponent("sarif-schema-2.1.0.json")
    root = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
  }

  func problems(_ value: Any) -> [String] { problems(value, root, "$") }

  private func problems(_ value: Any, _ schema: [String: Any], _ place: String) -> [String] {
    if let name = (schema["$ref"] as? String)?.split(separator: "/").last {
      let definition = (root["definitions"] as? [String: Any])?[String(name)] as? [String: Any]
      return definition.map { problems(value, $0, place) } ?? ["\(place): no definition"]
    }
    if let choices = (schema["anyOf"] ?? schema["oneOf"]) as? [[String: Any]],
      !choices.contains(where: { problems(value, $0, place).isEmpty })
    {
      return ["\(place): none of the choices"]
    }
    if let allowed = schema["enum"] as? [String], !allowed.contains(value as? String ?? "") {
      return ["\(place): not an allowed value"]
    }
    switch value {
    case let object as [String: Any]: return self.object(object, schema, place)
    case let array as [Any]:
      let few = array.count < schema["minItems"] as? Int ?? 0 ? ["\(place): too few items"] : []
      let items = schema["items"] as? [String: Any] ?? [:]
      return few + isType("array", schema, place)
        + array.enumerated().flatMap { problems($0.element, items, "\(place)[\($0.offset)]") }
    case let text as String:
      let pattern = schema["pattern"] as? String ?? ""
      let fits = pattern.isEmpty || text.range(of: pattern, options: .regularExpression) != nil
      let isURI = (schema["format"] as? String)?.hasPrefix("uri") != true || URL(string: text) != nil
      return isType("string", schema, place) + (fits ? [] : ["\(place): pattern"]) + (isURI ? [] : ["\(place): URI"])
    case let number as Int where schema["type"] as? String != "boolean":
      return isType("integer", schema, place)
        + (number < schema["minimum"] as? Int ?? .min ? ["\(place): too small"] : [])
    default: return []
    }
  }

  private func isType(_ type: String, _ schema: [String: Any], _ place: String) -> [String] {
    guard let expected = schema["type"] as? String, expected != type else { return [] }
    return ["\(place): \(type) instead of \(expected)"]
  }

  private func object(_ object: [String: Any], _ schema: [String: Any], _ place: String) -> [String] {
    let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
    let missing = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }.map { "\(place): no \($0)" }
    return missing + isType("object", schema, place)
      + object.sorted { $0.key < $1.key }.flatMap { key, value in
        if let property = properties[key] { return problems(value, property, "\(place).\(key)") }
        if let other = schema["additionalProperties"] as? [String: Any] {
          return problems(value, other, "\(place).\(key)")
        }
        return schema["additionalProperties"] as? Bool == false ? ["\(place): unknown key \(key)"] : []
      }
  }
}
