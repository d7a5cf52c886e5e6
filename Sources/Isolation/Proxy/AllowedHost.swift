// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText
package import NetworkAddressing

/// A host that dependencies may come from: exactly this name, and one port.
///
/// One that is not on the public internet, such as a forge of one's own, also has the addresses where it may be.
package struct AllowedHost: Hashable, Sendable, CustomStringConvertible {
  static let longest = 253

  package let host: String
  package let port: UInt16
  /// Where it may be besides the public internet.
  package let range: AddressRange?

  /// Reads `HOST` or `HOST:PORT`, the port is 443 without one, and for a host of one's own network `…=ADDRESS` or
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
      port = 443
      return
    }
    guard parts[1].isASCIIDigits, let port = UInt16(parts[1]), port > 0 else {
      return nil
    }
    self.port = port
  }

  /// The same name and port, wherever that is.
  func isSamePlace(as other: AllowedHost) -> Bool { host == other.host && port == other.port }

  package var description: String { port == 443 ? host : "\(host):\(port)" }

  /// A host's name as it is compared: only what names are made of, in small letters.
  private static func name(_ text: Substring) -> String? {
    let isName = text.isASCIIName(punctuation: "-._")
    guard isName, !text.isEmpty, text.utf8.count <= longest, !text.hasPrefix("."), !text.hasPrefix("-") else {
      return nil
    }
    return text.lowercased()
  }
}
