// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// One operation of a description.
struct APIOperation: Sendable {
  let description: APIDescription
  let template: String
  let parameters: [JSONValue]
  private let operation: JSONValue

  init(description: APIDescription, template: String, item: JSONValue, operation: JSONValue) {
    self.description = description
    self.template = template
    self.operation = operation
    parameters = ((item["parameters"]?.elements ?? []) + (operation["parameters"]?.elements ?? []))
      .map { description.resolve($0) }
  }

  /// Returns the number of segments that are literals of the template; `nil` when it does not match.
  func literals(in segments: [String]) -> Int? {
    let parts = template.split(separator: "/").map(String.init)
    var count = 0
    for (index, part) in parts.enumerated() {
      guard index < segments.count else { return nil }
      if part.hasPrefix("{") && part.hasSuffix("}") && !part.dropFirst().dropLast().contains("{") {
        let name = part.dropFirst().dropLast()
        if index == parts.count - 1, parameter(String(name), in: "path")?["x-multi-segment"]?.isTrue == true {
          return count
        }
      } else if part == segments[index] {
        count += 1
      } else {
        return nil
      }
    }
    return parts.count == segments.count ? count : nil
  }

  func parameter(_ name: String, in place: String) -> JSONValue? {
    parameters.first { $0["name"]?.text == name && $0["in"]?.text == place }
  }

  /// Returns the schema of a parameter, which OpenAPI nests and Swagger does not.
  func schema(of parameter: JSONValue) -> JSONValue { description.resolve(parameter["schema"] ?? parameter) }

  /// The schema of the body and whether the body is required; `nil` when there is none.
  var body: (schema: JSONValue, isRequired: Bool)? {
    if let body = operation["requestBody"].map(description.resolve) {
      guard let schema = body["content"]?["application/json"]?["schema"] else { return nil }
      return (schema, body["required"]?.isTrue == true)
    }
    guard let parameter = parameters.first(where: { $0["in"]?.text == "body" }), let schema = parameter["schema"] else {
      return nil
    }
    return (schema, parameter["required"]?.isTrue == true)
  }

  /// The first response with a code of success.
  private var response: JSONValue? {
    let codes = (operation["responses"]?.members ?? [:]).filter { $0.key.hasPrefix("2") }.sorted { $0.key < $1.key }
    return codes.first.map { description.resolve($0.value) }
  }

  /// The schema of the response to a successful request; `nil` for a response without content.
  var responseSchema: JSONValue? { response?["content"]?["application/json"]?["schema"] ?? response?["schema"] }

  /// The examples of that response.
  var responseExamples: [JSONValue] {
    let examples = response?["content"]?["application/json"]?["examples"]?.members ?? [:]
    return examples.sorted { $0.key < $1.key }.compactMap { description.resolve($0.value)["value"] }
  }
}
