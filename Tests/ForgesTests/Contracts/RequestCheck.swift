// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading

/// Compares a request with an operation of a description.
struct RequestCheck {
  let operation: APIOperation

  func problems(_ request: TransportRequest) throws -> [String] {
    let target = request.head.path ?? ""
    let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
    var found = problems(query: parts.count > 1 ? parts[1] : "")
    found += problems(path: parts[0])
    var body: JSONValue?
    if case .bytes(let data) = request.body { body = try JSONValue.parse(data) }
    switch (body, operation.body) {
    case (nil, nil): break
    case (nil, let expected?): if expected.isRequired { found.append("there is no body") }
    case (_?, nil): found.append("there is a body")
    case (let body?, let expected?):
      found += SchemaCheck(description: operation.description).problems(body, expected.schema)
      if request.head.headerFields[.contentType] != "application/json" { found.append("the body is not called JSON") }
    }
    return found
  }

  private func problems(path: String) -> [String] {
    let prefix = operation.description.root["basePath"]?.text ?? ""
    let segments = path.dropFirst(prefix.count).split(separator: "/").map(String.init)
    return zip(operation.template.split(separator: "/"), segments).compactMap { part, segment in
      guard part.hasPrefix("{"), let parameter = operation.parameter(String(part.dropFirst().dropLast()), in: "path")
      else { return nil }
      let isInteger = operation.schema(of: parameter)["type"]?.text == "integer"
      return isInteger && Int(segment) == nil ? "\(part) is \(segment)" : nil
    }
  }

  private func problems(query: String) -> [String] {
    var found: [String] = []
    var names: Set<String> = []
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1).map { $0.removingPercentEncoding ?? "" }
      names.insert(parts[0])
      guard let parameter = operation.parameter(parts[0], in: "query") else {
        found.append("the query's \(parts[0]) is unknown")
        continue
      }
      let schema = operation.schema(of: parameter)
      let text = parts.count > 1 ? parts[1] : ""
      let value: JSONValue =
        switch schema["type"]?.text {
        case "integer": Int(text).map { .integer($0) } ?? .string(text)
        case "boolean": text == "true" || text == "false" ? .bool(text == "true") : .string(text)
        default: .string(text)
        }
      found += SchemaCheck(description: operation.description).problems(value, schema, at: parts[0])
    }
    for parameter in operation.parameters
    where parameter["in"]?.text == "query" && parameter["required"]?.isTrue == true {
      if let name = parameter["name"]?.text, !names.contains(name) { found.append("the query's \(name) is missing") }
    }
    return found
  }
}
