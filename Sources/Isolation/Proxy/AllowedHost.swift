// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText
package import NetworkAddressing

/// A host that dependencies may come from: an exact name and one port.
///
/// A host that is not on the public internet, such as a private forge, also has the addresses that it may have.
package struct AllowedHost: Hashable, Codable, Sendable, CustomStringConvertible {
  static let longest = 253
  /// The port of a host that is named without one.
  package static let https: UInt16 = 443

  package let host: String
  package let port: UInt16
  /// The permitted addresses besides the public internet.
  package let range: AddressRange?

  /// - Parameter host: a valid name in lower case.
  package init(host: String, port: UInt16, range: AddressRange?) {
    self.host = host
    self.port = port
    self.range = range
  }

  /// Reads `HOST` or `HOST:PORT`, where the port defaults to 443, and for a host in a private network `…=ADDRESS` or
  /// `…=ADDRESS/BITS`.
  package init?(_ text: String) {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if sides.count == 2 {
      guard let range = AddressRange(String(sides[1])) else { return nil }
      self.init(name: String(sides[0]), range: range)
    } else {
      self.init(name: text)
    }
  }

  /// Reads `HOST` or `HOST:PORT`.
  init?(name text: String, range: AddressRange? = nil) {
    self.range = range
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let host = parts.first.flatMap({ Self.name($0) }) else { return nil }
    self.host = host
    guard parts.count == 2 else {
      port = Self.https
      return
    }
    guard parts[1].isASCIIDigits, let port = UInt16(parts[1]), port > 0 else {
      return nil
    }
    self.port = port
  }

  /// Whether the other host has the same name and port, whatever its addresses.
  func isSamePlace(as other: AllowedHost) -> Bool { host == other.host && port == other.port }

  package var description: String { port == Self.https ? host : "\(host):\(port)" }

  /// Returns a host's name in the form for comparison: only valid characters, in lower case.
  private static func name(_ text: Substring) -> String? {
    let isName = text.isASCIIName(punctuation: "-._")
    guard isName, !text.isEmpty, text.utf8.count <= longest, !text.hasPrefix("."), !text.hasPrefix("-") else {
      return nil
    }
    return text.lowercased()
  }
}
