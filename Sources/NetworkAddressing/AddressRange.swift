// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Addresses that begin alike, such as `10.0.0.0/8`.
package struct AddressRange: Hashable, Sendable {
  private let prefix: [UInt8]
  private let bits: Int

  /// - Returns: `nil` for what is neither `ADDRESS` nor `ADDRESS/BITS`.
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
  ///   - bytes: 4 or 16, in network byte order. A range of version 4 that is written as one of version 6 becomes one of version 4.
  ///   - bits: how many of them count.
  package init(bytes: [UInt8], bits: Int) {
    prefix = NetworkAddress.unmapping(bytes)
    self.bits = min(max(0, bits - 8 * (bytes.count - prefix.count)), prefix.count * 8)
  }

  /// The loopback addresses that every machine has: `127.0.0.1` and `::1`.
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
