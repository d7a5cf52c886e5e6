// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import NIOCore

/// The address that a connection comes from.
struct ClientAddress: Hashable, Sendable {
  /// 4 or 16, in the order of the network.
  let bytes: [UInt8]

  /// - Parameter bytes: an address of version 4 that is written as one of version 6 becomes one of version 4.
  init(bytes: [UInt8]) {
    let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]
    self.bytes = bytes.count == 16 && bytes.starts(with: mapped) ? Array(bytes.suffix(4)) : bytes
  }

  /// `nil` for a socket that is a file.
  init?(_ address: SocketAddress?) {
    // A zone is no part of the address.
    guard let text = address?.ipAddress?.prefix(while: { $0 != "%" }) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, String(text), &bytes) == 1 {
      self.init(bytes: Array(bytes.prefix(4)))
    } else if inet_pton(AF_INET6, String(text), &bytes) == 1 {
      self.init(bytes: bytes)
    } else {
      return nil
    }
  }

  /// What connections are counted by. Of version 6 it is the network of 64 bits, since a single machine has all of it.
  var network: ClientAddress { ClientAddress(bytes: bytes.count == 16 ? Array(bytes.prefix(8)) : bytes) }
}

/// Addresses that begin with the same bits.
package struct AddressRange: Hashable, Sendable {
  private let address: ClientAddress
  private let bits: Int

  /// - Parameters:
  ///   - bytes: 4 or 16, in the order of the network.
  ///   - bits: how many of them count.
  package init(bytes: [UInt8], bits: Int) {
    address = ClientAddress(bytes: bytes)
    self.bits = min(max(0, bits - 8 * (bytes.count - address.bytes.count)), address.bytes.count * 8)
  }

  /// This machine's own addresses that everybody has.
  package static let loopback = [
    AddressRange(bytes: [127, 0, 0, 1], bits: 32),
    AddressRange(bytes: [UInt8](repeating: 0, count: 15) + [1], bits: 128),
  ]

  func contains(_ other: ClientAddress) -> Bool {
    guard other.bytes.count == address.bytes.count else { return false }
    return zip(address.bytes, other.bytes).enumerated().allSatisfy { index, pair in
      let counted = min(max(bits - 8 * index, 0), 8)
      return (pair.0 ^ pair.1) >> (8 - counted) == 0
    }
  }
}
