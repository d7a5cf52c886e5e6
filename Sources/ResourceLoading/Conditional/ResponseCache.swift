// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import HTTPTypes
import KeyedStore
import SystemPackage

/// A folder of stored responses with a maximum size; the least recently used are deleted first.
///
/// Several processes may share the folder. A response that cannot be stored is not an error; it is requested again.
/// Entries are sealed with the identity, so that a process that can write into the folder but does not have the
/// identity cannot forge a response.
actor ResponseCache {
  private let responses: KeyedStore<DigestKey, StoredResponse>
  // Reading and writing files blocks, and must not occupy a thread of the shared pool.
  private let executor = BlockingExecutor(label: "reviewbot.response-cache")

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// - Parameter identity: the credential's identity; entries of other identities count as damaged.
  init(folder: FilePath, maximumBytes: Int, identity: String) {
    var bounds = StoreBounds()
    bounds.bytes = maximumBytes
    // Responses may contain data that only their client has permission to read.
    responses = KeyedStore(
      folder, StoreFormat("response", version: 3), bounds: bounds, seal: identity, isPrivate: true)
  }

  /// Returns the response that is stored under the key.
  func response(for key: DigestKey) -> StoredResponse? { responses.value(for: key) }

  /// Stores the response, replacing the previous one.
  func store(_ response: StoredResponse, for key: DigestKey) { try? responses.set(response, for: key) }
}

/// A stored response: one line of JSON, then the body.
struct StoredResponse: Hashable, Sendable {
  let head: HTTPResponse
  let body: Data
  /// A hash of the values of the request's fields that the response depends on (`Vary`).
  let variant: String

  private struct Line: Codable {
    let variant: String
    let status: Int
    let fields: [[String]]
  }

  init(head: HTTPResponse, body: Data, variant: String) {
    var head = head
    head.headerFields = HTTPFields(head.headerFields.filter { !$0.isSecret })
    self.head = head
    self.body = body
    self.variant = variant
  }
}

extension StoredResponse: StoredValue {
  init?(stored bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
      // An unreadable entry counts as missing.
      let line = try? JSONDecoder().decode(Line.self, from: Data(bytes[..<end])), (100...999).contains(line.status)
    else { return nil }
    var fields = HTTPFields()
    for field in line.fields {
      guard field.count == 2, let name = HTTPField.Name(field[0]) else { return nil }
      fields.append(HTTPField(name: name, value: field[1]))
    }
    self.init(
      head: HTTPResponse(status: .init(code: line.status), headerFields: fields), body: Data(bytes[(end + 1)...]),
      variant: line.variant)
  }

  func stored() throws -> [UInt8] {
    let line = Line(
      variant: variant, status: head.status.code, fields: head.headerFields.map { [$0.name.rawName, $0.value] })
    return try [UInt8](JSONEncoder().encode(line)) + [UInt8(ascii: "\n")] + body
  }
}
