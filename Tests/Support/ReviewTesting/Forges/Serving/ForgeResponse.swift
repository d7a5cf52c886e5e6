// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
import Foundation

/// A response of the built-in forge, before a fault applies to it.
struct ForgeResponse: Sendable {
  var status: Int
  var fields: [(name: String, value: String)]
  var body: Data

  static func json(
    _ json: JSON, status: Int = 200, fields: [(name: String, value: String)] = []
  ) throws -> ForgeResponse {
    ForgeResponse(
      status: status, fields: [("Content-Type", "application/json; charset=utf-8")] + fields, body: try json.data)
  }

  static func created(_ json: JSON) throws -> ForgeResponse { try .json(json, status: 201) }

  static let nothing = ForgeResponse(status: 204, fields: [], body: Data())

  static func text(_ text: String, status: Int, type: String = "text/plain") -> ForgeResponse {
    ForgeResponse(status: status, fields: [("Content-Type", type)], body: Data(text.utf8))
  }

  /// Returns the weak entity tag of the response.
  func tag(for accept: String) -> String {
    let digest = SHA256.hash(data: body + Data(accept.utf8)).prefix(16)
    return "W/\"\(digest.map { String($0, radix: 16) }.joined(separator: "-"))\""
  }

  func loopback(_ manner: LoopbackResponse.Manner = .plain) -> LoopbackResponse {
    LoopbackResponse(status, fields: fields, body: body, manner: manner)
  }
}

/// The refusal of a request.
struct ForgeRefusal: Error {
  let status: Int
  let message: String
  let fields: [(name: String, value: String)]

  init(_ status: Int, _ message: String, fields: [(name: String, value: String)] = []) {
    self.status = status
    self.message = message
    self.fields = fields
  }

  var answer: ForgeResponse {
    get throws {
      let body: JSON = [
        "message": .text(message), "documentation_url": "https://docs.github.com/rest", "status": "\(status)",
      ]
      return try .json(body, status: status, fields: fields)
    }
  }
}
