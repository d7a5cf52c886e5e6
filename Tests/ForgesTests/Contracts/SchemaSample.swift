// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Generates JSON that matches a schema: with all properties, or only with the required ones.
struct SchemaSample {
  let description: APIDescription
  let isMinimal: Bool

  private static let deepest = 8

  func value(_ schema: JSONValue, name: String = "", depth: Int = 0) -> JSONValue {
    let schema = description.resolve(schema)
    if let branch = (schema["oneOf"] ?? schema["anyOf"])?.elements.first {
      return value(branch, name: name, depth: depth)
    }
    if isMinimal, schema["nullable"]?.isTrue == true { return .null }
    if let first = schema["enum"]?.elements.first(where: { $0 != .null }) { return first }
    switch schema["type"]?.text ?? (schema["properties"] == nil ? "string" : "object") {
    case "object":
      // Some schemas are recursive.
      guard depth < Self.deepest else { return .null }
      let required = Set(schema["required"]?.elements.compactMap(\.text) ?? [])
      let properties = (schema["properties"]?.members ?? [:]).filter { !isMinimal || required.contains($0.key) }
      return .object(
        Dictionary(uniqueKeysWithValues: properties.map { ($0.key, value($0.value, name: $0.key, depth: depth + 1)) }))
    case "array":
      guard let items = schema["items"], depth < Self.deepest else { return .array([]) }
      return .array([value(items, depth: depth + 1)])
    case "integer": return .integer(7)
    case "number": return .number(7.5)
    case "boolean": return .bool(false)
    default:
      return .string(schema["format"]?.text == "date-time" || name.hasSuffix("_at") ? "2026-01-01T00:00:00Z" : "text")
    }
  }
}
