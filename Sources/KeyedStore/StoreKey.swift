// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
import Foundation

/// The key of an entry: the names of its file and of the folder around it.
package protocol StoreKey: Hashable, Sendable {
  /// The entries that are read together, such as those of a commit; `nil` for entries without a group.
  var group: String? { get }

  /// 1 to 200 ASCII letters, digits, `-` and `_`, as in a group.
  var name: String { get }

  /// - Returns: `nil` for names that no key of this type has.
  init?(group: String?, name: String)
}

extension StoreKey {
  /// - Throws: ``StoreFailure/invalidName(_:)`` for a name that could be a path.
  package func check() throws(StoreFailure) {
    for part in [group, name].compactMap({ $0 }) where !part.isStoreName { throw .invalidName(part) }
  }

  /// The path of the entry, relative to the folder of its store.
  ///
  /// - Throws: ``StoreFailure/invalidName(_:)`` for a name that could be a path.
  func path() throws(StoreFailure) -> String {
    try check()
    return (group.map { "\($0)/" } ?? "") + name
  }
}

extension String {
  /// Whether it can be the name of an entry or of a group.
  package var isStoreName: Bool {
    (1...200).contains(utf8.count)
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  fileprivate func isDigest(digits: Int) -> Bool {
    utf8.count == digits && utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

/// A key with any names, which the store checks.
package struct NamedKey: StoreKey {
  package let group: String?
  package let name: String

  package init(group: String?, name: String) {
    self.group = group
    self.name = name
  }
}

/// A key that is a SHA-256 in hexadecimal digits.
package struct DigestKey: StoreKey {
  package let name: String

  package var group: String? { nil }

  /// - Returns: `nil` for anything but 64 lowercase hexadecimal digits.
  package init?(_ name: String) {
    guard name.isDigest(digits: 64) else { return nil }
    self.name = name
  }

  package init?(group: String?, name: String) {
    guard group == nil else { return nil }
    self.init(name)
  }
}

/// A key whose group is a digest of what the entry is about. The names begin with the time, so that they are in its order.
package struct TimedKey: StoreKey {
  private static let digits = 32

  package let group: String?
  package let name: String

  package init?(group: String?, name: String) {
    guard let group, group.isDigest(digits: Self.digits), name.isStoreName else { return nil }
    self.group = group
    self.name = name
  }

  /// - Parameters:
  ///   - group: made by ``group(_:)``.
  ///   - seconds: since 1970.
  ///   - parts: what distinguishes entries of one time.
  package init(group: String, _ seconds: Int, _ parts: String...) {
    self.group = group
    name = Self.time(seconds) + "-" + Self.digest(parts, digits: 16)
  }

  /// - Parameter parts: what the entries are about.
  package static func group(_ parts: String...) -> String { digest(parts, digits: digits) }

  /// The beginning of the names of a time.
  ///
  /// - Parameter seconds: since 1970.
  package static func time(_ seconds: Int) -> String {
    let text = String(max(0, seconds))
    return String(repeating: "0", count: max(0, 12 - text.utf8.count)) + text
  }

  private static func digest(_ parts: [String], digits: Int) -> String {
    String(SHA256.hash(data: Data(parts.joined(separator: "\u{0}").utf8)).hexDigits.prefix(digits))
  }
}
