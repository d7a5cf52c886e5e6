// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The address of a server that passes webhooks on, or several that begin with the same bits.
package struct ProxyAddress: WrittenValue {
  /// 4 or 16, in the order of the network.
  package let bytes: [UInt8]
  /// How many bits of them count.
  package let bits: Int
  package let description: String

  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let address = parts.first.flatMap({ IPAddress(String($0)) }) else { return nil }
    let all = address.bytes.count * 8
    let bits = parts.count == 2 ? WholeNumber.read(parts[1], digits: 3) : all
    guard let bits, bits <= all else { return nil }
    bytes = address.bytes
    self.bits = bits
    description = text
  }

  package static let noun = "address"
  package static let examples = "10.0.0.7, 10.0.0.0/24 or \"fd00::/64\""
  package static let pattern = "^[0-9A-Fa-f.:]+(/[0-9]{1,3})?$"

  package static func remedy(for text: String) -> String? {
    text.contains("/") ? "write as many bits as the address may have" : "write the address in digits, not a name"
  }
}
