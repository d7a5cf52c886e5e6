// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
package import Foundation

/// The name and the version of what a store keeps.
package struct StoreFormat: Hashable, Sendable {
  /// 1 to 40 ASCII letters, digits, `-` and `_`.
  package let name: String
  /// Entries of other versions are not read.
  package let version: Int

  package init(_ name: String, version: Int) {
    self.name = name
    self.version = version
  }
}

/// The bytes of an entry: one line, followed by those of its value.
///
///     reviewbot NAME VERSION EXPIRY LENGTH DIGEST
///
/// `EXPIRY` is in milliseconds since 1970, or `-`. `DIGEST` is the SHA-256 of the line without it, the entry's path and
/// the value, so that a truncated, changed or renamed file is not read. With a seal it is their HMAC: a process without
/// the seal cannot write entries.
package struct StoredEntry: Sendable {
  /// Why an entry has no value.
  package enum Failure: Error, Hashable, Sendable {
    case damaged, otherVersion, expired
  }

  private static let longestLine = 240

  let format: StoreFormat
  private let seal: SymmetricKey?

  /// - Parameter seal: a secret. Entries that are written with another one count as damaged.
  package init(_ format: StoreFormat, seal: String? = nil) {
    self.format = format
    self.seal = seal.map { SymmetricKey(data: Data($0.utf8)) }
  }

  package func bytes(of value: [UInt8], path: String, expiry: Date? = nil) -> [UInt8] {
    let expiry = expiry.map { "\(Int64($0.timeIntervalSince1970 * 1000))" } ?? "-"
    let line = "reviewbot \(format.name) \(format.version) \(expiry) \(value.count)"
    return Array("\(line) \(digest(line, path, value[...]))\n".utf8) + value
  }

  package func value(
    in bytes: consuming [UInt8], path: String, now: Date = Date()
  ) throws(Failure) -> [UInt8] {
    var bytes = bytes
    guard let end = bytes.prefix(Self.longestLine).firstIndex(of: UInt8(ascii: "\n")),
      let text = String(validating: bytes[..<end], as: UTF8.self)
    else { throw .damaged }
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0] == "reviewbot", parts[1] == format.name, let version = Int(parts[2]) else {
      throw .damaged
    }
    guard version == format.version else { throw .otherVersion }
    guard parts[4] == "\(bytes.count - end - 1)",
      parts[5] == digest(parts[..<5].joined(separator: " "), path, bytes[(end + 1)...])
    else { throw .damaged }
    if parts[3] != "-" {
      guard let expiry = Int64(parts[3]) else { throw .damaged }
      guard Double(expiry) / 1000 > now.timeIntervalSince1970 else { throw .expired }
    }
    // In the memory of the entry: a copy would need new pages.
    bytes.removeSubrange(...end)
    return bytes
  }

  private func digest(_ line: String, _ path: String, _ value: ArraySlice<UInt8>) -> String {
    let head = Data("\(line) \(path)\n".utf8)
    guard let seal else {
      var hash = SHA256()
      hash.update(data: head)
      hash.update(data: value)
      return hash.finalize().hexDigits
    }
    var code = HMAC<SHA256>(key: seal)
    code.update(data: head)
    code.update(data: value)
    return code.finalize().hexDigits
  }
}

extension Sequence<UInt8> {
  /// The digits in lower case, without a string for each.
  var hexDigits: String {
    let digits = Array("0123456789abcdef".utf8)
    let text = reduce(into: [UInt8]()) { text, byte in
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
