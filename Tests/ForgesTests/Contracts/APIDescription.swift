// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Testing

/// A forge's own description of its API: OpenAPI 3.0 or Swagger 2.0.
struct APIDescription: Sendable {
  /// The folder of the descriptions; `nil` if the variable is not set.
  static var folder: String? { ProcessInfo.processInfo.environment["REVIEWBOT_API_DESCRIPTIONS"] }

  let root: JSONValue

  init(root: JSONValue) {
    self.root = root
  }

  init(file name: String) throws {
    let folder = try #require(Self.folder)
    root = try JSONValue.parse(Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
  }

  /// Returns the target of a `$ref`, or any other value unchanged.
  func resolve(_ value: JSONValue) -> JSONValue {
    guard let reference = value["$ref"]?.text else { return value }
    var found = root
    for part in reference.split(separator: "/").dropFirst() {
      let key = part.replacing("~1", with: "/").replacing("~0", with: "~")
      guard let next = found[String(key)] else {
        Issue.record("\(reference) points nowhere")
        return .null
      }
      found = next
    }
    return resolve(found)
  }

  /// Returns the operation of a request: of several that match, the one with the most literal parts.
  func operation(_ method: String, _ path: String) -> APIOperation? {
    let prefix = root["basePath"]?.text ?? ""
    guard path.hasPrefix(prefix) else { return nil }
    let segments = path.dropFirst(prefix.count).split(separator: "/").map(String.init)
    var best: (literals: Int, operation: APIOperation)?
    for (template, item) in root["paths"]?.members ?? [:] {
      guard let operation = item[method.lowercased()] else { continue }
      let found = APIOperation(description: self, template: template, item: item, operation: operation)
      guard let literals = found.literals(in: segments), literals > (best?.literals ?? -1) else { continue }
      best = (literals, found)
    }
    return best?.operation
  }
}
