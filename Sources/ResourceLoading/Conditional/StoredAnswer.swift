// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
import Foundation
import HTTPTypes

/// An answer as it is kept on disk: one line of JSON, then the body.
struct StoredAnswer: Hashable, Sendable {
  /// Entries of another schema are not read.
  static let schema = 1

  let head: HTTPResponse
  let body: Data
  /// Stands for the values of the request's fields that the answer depends on (`Vary`).
  let variant: String

  private struct Line: Codable {
    let schema: Int
    let key: String
    let variant: String
    let status: Int
    let fields: [[String]]
    let length: Int
    let digest: String
  }

  init(head: HTTPResponse, body: Data, variant: String) {
    var head = head
    head.headerFields = HTTPFields(head.headerFields.filter { !$0.isSecret })
    self.head = head
    self.body = body
    self.variant = variant
  }

  /// `nil` unless this is a whole entry of our schema for that key.
  init?(_ data: Data, key: String) {
    guard let end = data.firstIndex(of: UInt8(ascii: "\n")),
      // What cannot be read is as good as not there.
      let line = try? JSONDecoder().decode(Line.self, from: data[..<end])
    else { return nil }
    let body = Data(data[data.index(after: end)...])
    guard line.schema == Self.schema, line.key == key, line.length == body.count, line.digest == body.hexDigest,
      (100...999).contains(line.status)
    else { return nil }
    var fields = HTTPFields()
    for field in line.fields {
      guard field.count == 2, let name = HTTPField.Name(field[0]) else { return nil }
      fields.append(HTTPField(name: name, value: field[1]))
    }
    self.init(
      head: HTTPResponse(status: .init(code: line.status), headerFields: fields), body: body, variant: line.variant)
  }

  /// The entry as it is written.
  func data(key: String) throws -> Data {
    let line = Line(
      schema: Self.schema, key: key, variant: variant, status: head.status.code,
      fields: head.headerFields.map { [$0.name.rawName, $0.value] }, length: body.count, digest: body.hexDigest)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(line) + Data("\n".utf8) + body
  }
}

extension Data {
  /// SHA-256, in hexadecimal digits.
  var hexDigest: String {
    SHA256.hash(data: self).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
