// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HostileText
package import NetworkAddressing

/// A server, by name or address: `HOST` or `HOST:PORT`.
package struct HostAndPort: ConfigurationValue {
  private static let longest = 253

  /// The name or address, in lowercase.
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
    text.contains("/") ? "write only the host, without https:// and path" : nil
  }

  private static func isName(_ text: Substring) -> Bool {
    (1...longest).contains(text.utf8.count) && !text.hasPrefix(".") && !text.hasPrefix("-")
      && text.isASCIIName(punctuation: "-._")
  }
}

extension NetworkAddress {
  /// Whether it is a loopback address.
  var isLoopback: Bool {
    isVersion4 ? bytes.first == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
  }
}

/// The address and the port of a listening socket. An IPv6 address is written in brackets.
package struct ListenAddress: ConfigurationValue {
  /// The numeric address, without brackets.
  package let host: String
  /// The port; 0 means that the kernel chooses one.
  package let port: Int
  /// Whether it is a loopback address.
  package let isLoopback: Bool

  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"),
      let port = WholeNumber.read(text[text.index(after: colon)...], digits: 5), port <= Int(UInt16.max)
    else { return nil }
    var host = text[..<colon]
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    if isBracketed { host = host.dropFirst().dropLast() }
    guard let address = NetworkAddress(String(host)), address.isVersion4 != isBracketed else { return nil }
    self.host = String(host)
    self.port = port
    isLoopback = address.isLoopback
  }

  private init(_ address: NetworkAddress, port: Int) {
    host = address.description
    self.port = port
    isLoopback = address.isLoopback
  }

  /// Returns the address with the port that the kernel chose for port 0.
  package func withPort(_ port: Int) -> ListenAddress {
    guard let address = NetworkAddress(host) else { preconditionFailure("\(host) was an address") }
    return ListenAddress(address, port: port)
  }

  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  package static let noun = "address with a port"
  package static let examples = "127.0.0.1:8080 or \"[::1]:8080\""
  package static let pattern = #"^[0-9A-Fa-f.:\[\]]+:[0-9]{1,5}$"#

  package static func remedy(for text: String) -> String? {
    if text.hasPrefix(":") || text.hasPrefix("*:") { return "use 0.0.0.0:PORT for all addresses" }
    if WholeNumber.read(text[...], digits: 5) != nil {
      return "write the address too: 127.0.0.1:\(text) for this machine, 0.0.0.0:\(text) for all addresses"
    }
    return text.contains(":") ? "write a numeric address, not a name" : "append a colon and the port"
  }
}

/// An allowed host for dependencies. A host in a private network has a range of addresses:
/// `git.example.com=10.0.0.0/8`.
package struct DependencyHost: ConfigurationValue {
  package let server: HostAndPort
  package let range: AddressRange?
  package let description: String

  package init?(_ text: String) {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let server = sides.first.flatMap({ HostAndPort(String($0)) }) else { return nil }
    self.server = server
    guard sides.count == 2 else {
      range = nil
      description = "\(server)"
      return
    }
    guard let range = AddressRange(digits: String(sides[1])) else { return nil }
    self.range = range
    description = "\(server)=\(sides[1])"
  }

  package static let noun = "host"
  package static let examples = "git.example.com, git.example.com:8443 or git.example.com=10.0.0.0/8"
  package static let pattern = "^[A-Za-z0-9_][A-Za-z0-9._-]*(:[0-9]{1,5})?(=[0-9A-Fa-f.:]+(/[0-9]{1,3})?)?$"

  package static func remedy(for text: String) -> String? {
    text.contains("://") ? "write only the host, without https:// and path" : nil
  }
}

/// The address of a reverse proxy, or a range of addresses.
package struct ProxyAddress: ConfigurationValue {
  package let range: AddressRange
  package let description: String

  package init?(_ text: String) {
    guard let range = AddressRange(digits: text) else { return nil }
    self.range = range
    description = text
  }

  package static let noun = "address"
  package static let examples = "10.0.0.7, 10.0.0.0/24 or \"fd00::/64\""
  package static let pattern = "^[0-9A-Fa-f.:]+(/[0-9]{1,3})?$"

  package static func remedy(for text: String) -> String? {
    text.contains("/")
      ? "use a prefix length of at most 32 for IPv4 and 128 for IPv6" : "write a numeric address, not a name"
  }
}

extension AddressRange {
  /// - Returns: `nil` for any other notation than `ADDRESS` and `ADDRESS/BITS`, such as a signed number.
  fileprivate init?(digits text: String) {
    guard !text.contains(where: { "+-".contains($0) }) else { return nil }
    self.init(text)
  }
}
