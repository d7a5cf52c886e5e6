// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Compares JSON with a schema of a description.
struct SchemaCheck {
  let description: APIDescription
  /// Whether numbers, Booleans and lists are accepted as strings and objects, because GitLab's description of its
  /// responses is inaccurate.
  var isLenient = false
  /// Whether any value may be missing or `null`, as in responses where Swagger cannot declare it.
  var allowsNull = false

  /// Returns one sentence for each mismatch.
  func problems(_ value: JSONValue, _ schema: JSONValue, at place: String = "body") -> [String] {
    let schema = description.resolve(schema)
    if let branches = schema["oneOf"] ?? schema["anyOf"] {
      let results = branches.elements.map { problems(value, $0, at: place) }
      return results.contains([]) ? [] : results.min { $0.count < $1.count } ?? []
    }
    if value == .null {
      let isNullable = schema["nullable"]?.isTrue == true || schema["x-nullable"]?.isTrue == true
      return isNullable || allowsNull ? [] : ["\(place) is null"]
    }
    var found: [String] = []
    if let type = schema["type"]?.text, !fits(value, type) { return ["\(place) is no \(type): \(value)"] }
    if let allowed = schema["enum"]?.elements, !allowed.contains(value) {
      found.append("\(place) is \(value), not one of \(allowed.compactMap(\.text))")
    }
    switch value {
    case .string(let text):
      if let limit = schema["maxLength"]?.integer, text.unicodeScalars.count > limit {
        found.append("\(place) is too long")
      }
      if let limit = schema["minLength"]?.integer, text.unicodeScalars.count < limit {
        found.append("\(place) is too short")
      }
    case .integer(let number):
      if let limit = schema["maximum"]?.integer, number > limit { found.append("\(place) is over \(limit)") }
      if let limit = schema["minimum"]?.integer, number < limit { found.append("\(place) is under \(limit)") }
    case .array(let elements):
      if let limit = schema["maxItems"]?.integer, elements.count > limit { found.append("\(place) has too many") }
      if let limit = schema["minItems"]?.integer, elements.count < limit { found.append("\(place) has too few") }
      if let items = schema["items"] {
        for (index, element) in elements.enumerated() { found += problems(element, items, at: "\(place)[\(index)]") }
      }
    case .object(let members): found += problems(members, schema, at: place)
    default: break
    }
    return found
  }

  private func problems(_ members: [String: JSONValue], _ schema: JSONValue, at place: String) -> [String] {
    guard let properties = schema["properties"] else { return [] }
    var found: [String] = []
    for name in schema["required"]?.elements.compactMap(\.text) ?? [] where members[name] == nil {
      found.append("\(place).\(name) is missing")
    }
    for (name, member) in members.sorted(by: { $0.key < $1.key }) {
      if let property = properties[name] {
        found += problems(member, property, at: "\(place).\(name)")
      } else if schema["additionalProperties"] == nil || schema["additionalProperties"] == .bool(false) {
        found.append("\(place).\(name) is unknown")
      }
    }
    return found
  }

  private func fits(_ value: JSONValue, _ type: String) -> Bool {
    switch (type, value) {
    case ("object", .object), ("array", .array), ("string", .string), ("integer", .integer), ("boolean", .bool),
      ("number", .number), ("number", .integer):
      true
    case ("string", .integer), ("string", .bool), ("string", .array), ("object", .array): isLenient
    default: false
    }
  }
}
