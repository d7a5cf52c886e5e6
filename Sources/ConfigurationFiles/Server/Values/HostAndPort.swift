// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A server by its name or address: `HOST` or `HOST:PORT`.
package struct HostAndPort: WrittenValue {
  private static let longest = 253

  /// In small letters.
  package let host: String
  package let port: Int?

  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let host = parts.first, Self.isName(host) else { return nil }
    if parts.count == 2 {
      guard let port = WholeNumber.read(parts[1], digits: 5), (1...Int(UInt16.max)).contains(port) else { return nil }
      self.port = port
    } else {
      port = nil
    }
    self.host = host.lowercased()
  }

  package var description: String { port.map { "\(host):\($0)" } ?? host }

  package static let noun = "host"
  package static let examples = "git.example.com or git.example.com:8443"
  package static let pattern = "^[A-Za-z0-9_][A-Za-z0-9._-]*(:[0-9]{1,5})?$"

  package static func remedy(for text: String) -> String? {
    text.contains("/") ? "write the host alone, without https:// and path" : nil
  }

  private static func isName(_ text: Substring) -> Bool {
    (1...longest).contains(text.utf8.count) && !text.hasPrefix(".") && !text.hasPrefix("-")
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: false
        }
      }
  }
}
