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

  package func contains(_ address: NetworkAddress) -> Bool {
    guard address.bytes.count == prefix.count else { return false }
    let whole = bits / 8
    guard address.bytes[..<whole] == prefix[..<whole] else { return false }
    let rest = bits % 8
    guard rest > 0 else { return true }
    return (address.bytes[whole] ^ prefix[whole]) >> (8 - UInt8(rest)) == 0
  }
}
