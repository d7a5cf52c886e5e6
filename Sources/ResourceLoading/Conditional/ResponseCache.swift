// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Crypto
import Foundation
import HTTPTypes
import SystemPackage

/// A folder of stored answers that does not grow over a limit; what was not used for longest goes first.
///
/// Several processes may share the folder: entries come and go by renaming, and a damaged one counts as none. That
/// a response cannot be stored is not an error; it is requested again.
actor ResponseCache {
  private let folder: FilePath
  private let maximumBytes: Int
  private let seal: SymmetricKey
  // Reading and writing files blocks, and must not hold a thread of the shared pool.
  private let executor = BlockingExecutor(label: "reviewbot.answer-cache")
  /// An estimate that other processes may have outdated; `nil` before the folder was looked through.
  private var totalBytes: Int?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// - Parameter identity: the credential's identity; entries of others count as damaged.
  init(folder: FilePath, maximumBytes: Int, identity: String) {
    self.folder = folder
    self.maximumBytes = maximumBytes
    seal = SymmetricKey(data: Data(identity.utf8))
  }

  /// The answer that is stored under the key.
  func answer(for key: String) -> StoredResponse? {
    let path = path(of: key)
    guard let data = try? path.contents(), let answer = StoredResponse(data, key: key, seal: seal) else { return nil }
    // Marks it as used; when that fails, it merely goes earlier.
    utimes(path.string, nil)
    return answer
  }

  /// Stores the answer in place of the one before.
  func store(_ answer: StoredResponse, for key: String) {
    guard let data = try? answer.data(key: key, seal: seal), data.count <= maximumBytes / 4 else { return }
    do {
      try FileManager.default.createDirectory(
        atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      // Responses may hold what only their client has permission to see.
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

  /// Deletes the oldest until three quarters of the limit are left; returns how many bytes that is.
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
      let isLeftOver = entry.url.lastPathComponent.hasPrefix(PartialFile.prefix)
      guard isLeftOver ? entry.date < hourAgo : total > goal else { continue }
      // Another process may have been faster.
      try? FileManager.default.removeItem(at: entry.url)
      total -= entry.size
    }
    return total
  }
}

/// An answer as it is kept on disk: one line of JSON, then the body.
///
/// Entries are sealed with the identity. A process that can write into the folder but does not know it cannot forge an
/// answer that no server gave.
struct StoredResponse: Hashable, Sendable {
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

  /// `nil` unless this is a whole entry of our schema for that key, with a valid seal.
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
