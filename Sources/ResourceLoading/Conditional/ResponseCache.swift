// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Crypto
import Foundation
import HTTPTypes
import SystemPackage

/// A folder of stored responses with a maximum size; the least recently used are deleted first.
///
/// Several processes may share the folder: entries are replaced by renaming, and a damaged one counts as missing. A
/// response that cannot be stored is not an error; it is requested again.
actor ResponseCache {
  private let folder: FilePath
  private let maximumBytes: Int
  private let seal: SymmetricKey
  // Reading and writing files blocks, and must not occupy a thread of the shared pool.
  private let executor = BlockingExecutor(label: "reviewbot.response-cache")
  /// An estimate that other processes may have made outdated; `nil` before the first scan of the folder.
  private var totalBytes: Int?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// - Parameter identity: the credential's identity; entries of other identities count as damaged.
  init(folder: FilePath, maximumBytes: Int, identity: String) {
    self.folder = folder
    self.maximumBytes = maximumBytes
    seal = SymmetricKey(data: Data(identity.utf8))
  }

  /// Returns the response that is stored under the key.
  func response(for key: String) -> StoredResponse? {
    let path = path(of: key)
    guard let data = try? path.contents(), let response = StoredResponse(data, key: key, seal: seal) else { return nil }
    // Marks it as used; if that fails, it is only deleted earlier.
    utimes(path.string, nil)
    return response
  }

  /// Stores the response, replacing the previous one.
  func store(_ response: StoredResponse, for key: String) {
    guard let data = try? response.data(key: key, seal: seal), data.count <= maximumBytes / 4 else { return }
    do {
      try FileManager.default.createDirectory(
        atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      // Responses may contain data that only their client has permission to read.
      let file = try PartialFile(for: path(of: key), permissions: [.ownerReadWrite])
      try file.write(data)
      try file.commit()
    } catch {
      return
    }
    let total = (totalBytes ?? 0) + data.count
    if totalBytes == nil || total > maximumBytes { totalBytes = prune() } else { totalBytes = total }
  }

  private func path(of key: String) -> FilePath { folder.appending(key) }

  /// Deletes the oldest entries down to three quarters of the limit; returns the remaining bytes.
  private func prune() -> Int {
    let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
    let files =
      (try? FileManager.default.contentsOfDirectory(
        at: URL(fileURLWithPath: folder.string), includingPropertiesForKeys: Array(keys))) ?? []
    var entries = files.compactMap { url -> (url: URL, size: Int, date: Date)? in
      guard let values = try? url.resourceValues(forKeys: keys), let size = values.fileSize,
        let date = values.contentModificationDate
      else { return nil }
      return (url, size, date)
    }
    entries.sort { $0.date < $1.date }
    var total = entries.reduce(0) { $0 + $1.size }
    let goal = total > maximumBytes ? maximumBytes / 4 * 3 : maximumBytes
    let hourAgo = Date(timeIntervalSinceNow: -3600)
    for entry in entries {
      let isAbandoned = entry.url.lastPathComponent.hasPrefix(PartialFile.prefix)
      guard isAbandoned ? entry.date < hourAgo : total > goal else { continue }
      // Another process may have deleted it first.
      try? FileManager.default.removeItem(at: entry.url)
      total -= entry.size
    }
    return total
  }
}

/// A stored response: one line of JSON, then the body.
///
/// Entries are sealed with the identity. A process that can write into the folder but does not have the identity cannot
/// forge a response.
struct StoredResponse: Hashable, Sendable {
  /// The version of the format; entries of other versions are not read.
  static let schema = 2

  let head: HTTPResponse
  let body: Data
  /// A hash of the values of the request's fields that the response depends on (`Vary`).
  let variant: String

  private struct Line: Codable {
    let schema: Int
    let key: String
    let variant: String
    let status: Int
    let fields: [[String]]
    let length: Int
    /// The authentication code of the line without this member, and of the body.
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

  /// Reads an entry; `nil` unless it is complete, has this schema, that key and a valid seal.
  init?(_ data: Data, key: String, seal: SymmetricKey) {
    guard let end = data.firstIndex(of: UInt8(ascii: "\n")),
      // An unreadable entry counts as missing.
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

  /// Returns the encoded entry.
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
    map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
