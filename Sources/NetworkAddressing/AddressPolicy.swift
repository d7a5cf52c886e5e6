// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The addresses that may be connected to: those of the public internet, and none in private networks.
package struct AddressPolicy: Hashable, Sendable {
  package static let publicInternet = AddressPolicy()

  private let permitted: [AddressRange]

  /// - Parameter permitted: ranges that the operator permits although they are not public, such as that of a private
  ///   forge.
  package init(permitting permitted: [AddressRange] = []) {
    self.permitted = permitted
  }

  /// Returns the policy with additional permitted ranges.
  package func permitting(_ more: [AddressRange]) -> AddressPolicy { AddressPolicy(permitting: permitted + more) }

  /// Whether a connection may be opened to the address: it is public or permitted. An IPv6 address that embeds an IPv4
  /// one is judged by that one.
  package func allows(_ address: NetworkAddress) -> Bool {
    if permitted.contains(where: { $0.contains(address) }) { return true }
    if let inner = Self.embedded(in: address) { return allows(inner) }
    if address.isVersion4 { return !Self.notPublic4.contains { $0.contains(address) } }
    return Self.global6.contains { $0.contains(address) } && !Self.notPublic6.contains { $0.contains(address) }
  }

  /// The IPv4 address that is actually reached: mapped (`::ffff:0:0/96`), through NAT64 (`64:ff9b::/96`) or 6to4
  /// (`2002::/16`).
  private static func embedded(in address: NetworkAddress) -> NetworkAddress? {
    if mapped.contains(where: { $0.contains(address) }) { return .v4(Array(address.bytes[12...])) }
    if sixToFour.contains(where: { $0.contains(address) }) { return .v4(Array(address.bytes[2..<6])) }
    return nil
  }

  private static let mapped = ranges("::ffff:0:0/96", "64:ff9b::/96")
  private static let sixToFour = ranges("2002::/16")

  /// The addresses in IANA's registry of special-purpose addresses that are not globally reachable, and multicast.
  private static let notPublic4 = ranges(
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
    "224.0.0.0/4", "240.0.0.0/4")

  /// All addresses assigned for unicast; loopback, unspecified, unique local, link-local, site-local, multicast and
  /// NAT64 for local use are outside.
  private static let global6 = ranges("2000::/3")
  /// Special assignments, Teredo among them, and documentation.
  private static let notPublic6 = ranges("2001::/23", "2001:db8::/32", "3fff::/20")

  private static func ranges(_ texts: String...) -> [AddressRange] {
    texts.map { text in
      guard let range = AddressRange(text) else { preconditionFailure("\(text) is not a range of addresses") }
      return range
    }
  }
}

/// Addresses with a common prefix, such as `10.0.0.0/8`.
package struct AddressRange: Hashable, Codable, Sendable {
  private let prefix: [UInt8]
  private let bits: Int

  /// - Returns: `nil` for text that is neither `ADDRESS` nor `ADDRESS/BITS`.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let address = parts.first.flatMap({ NetworkAddress(String($0)) }) else { return nil }
    prefix = address.bytes
    let all = address.bytes.count * 8
    guard parts.count == 2 else {
      bits = all
      return
    }
    guard let bits = Int(parts[1]), (0...all).contains(bits) else { return nil }
    self.bits = bits
  }

  /// - Parameters:
  ///   - bytes: 4 or 16, in network byte order. An IPv4 range in IPv6 notation becomes an IPv4 range.
  ///   - bits: the length of the prefix.
  package init(bytes: [UInt8], bits: Int) {
    prefix = NetworkAddress.unmapping(bytes)
    self.bits = min(max(0, bits - 8 * (bytes.count - prefix.count)), prefix.count * 8)
  }

  /// The loopback addresses of every host: `127.0.0.1` and `::1`.
  package static let loopback = [
    AddressRange(bytes: [127, 0, 0, 1], bits: 32),
    AddressRange(bytes: [UInt8](repeating: 0, count: 15) + [1], bits: 128),
  ]

  package func contains(_ address: NetworkAddress) -> Bool { contains(address.bytes) }

  /// - Parameter address: 4 or 16 bytes, in network byte order.
  package func contains(_ address: [UInt8]) -> Bool {
    guard address.count == prefix.count else { return false }
    let whole = bits / 8
    guard address[..<whole] == prefix[..<whole] else { return false }
    let rest = bits % 8
    guard rest > 0 else { return true }
    return (address[whole] ^ prefix[whole]) >> (8 - UInt8(rest)) == 0
  }
}
