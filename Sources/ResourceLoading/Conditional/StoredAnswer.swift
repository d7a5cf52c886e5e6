// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
import Foundation
import HTTPTypes

/// An answer as it is kept on disk: one line of JSON, then the body.
///
/// Everything is sealed with who asked. Whoever can write into the folder but does not know that cannot make us believe an
/// answer that no server gave.
struct StoredAnswer: Hashable, Sendable {
  /// Entries of another schema are not read.
  static let schema = 2

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
    /// Over this line without it, and the body.
    var seal: String?

    func sealed(with key: SymmetricKey, body: Data) throws -> Line {
      var line = self
      line.seal = nil
      var code = HMAC<SHA256>(key: key)
      code.update(data: try line.data())
      code.update(data: body)
      line.seal = Data(code.finalize()).hexDigits
      return line
    }

    func data() throws -> Data {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self)
    }
  }

  init(head: HTTPResponse, body: Data, variant: String) {
    var head = head
    head.headerFields = HTTPFields(head.headerFields.filter { !$0.isSecret })
    self.head = head
    self.body = body
    self.variant = variant
  }

  /// `nil` unless this is a whole entry of our schema for that key, with a seal of ours.
  init?(_ data: Data, key: String, seal: SymmetricKey) {
    guard let end = data.firstIndex(of: UInt8(ascii: "\n")),
      // What cannot be read is as good as not there.
      let line = try? JSONDecoder().decode(Line.self, from: data[..<end])
    else { return nil }
    let body = Data(data[data.index(after: end)...])
    guard line.schema == Self.schema, line.key == key, line.length == body.count, (100...999).contains(line.status),
      line.seal != nil, (try? line.sealed(with: seal, body: body))?.seal == line.seal
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
  func data(key: String, seal: SymmetricKey) throws -> Data {
    let line = Line(
      schema: Self.schema, key: key, variant: variant, status: head.status.code,
      fields: head.headerFields.map { [$0.name.rawName, $0.value] }, length: body.count)
    return try line.sealed(with: seal, body: body).data() + Data("\n".utf8) + body
  }
}

extension Data {
  /// SHA-256, in hexadecimal digits.
  var hexDigest: String { Data(SHA256.hash(data: self)).hexDigits }

  fileprivate var hexDigits: String {
    map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
