// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import NIOCore
import NetworkAddressing

/// The address that a connection comes from.
struct ClientAddress: Hashable, Sendable {
  /// 4 or 16, in the order of the network.
  let bytes: [UInt8]

  /// - Parameter bytes: an address of version 4 that is written as one of version 6 becomes one of version 4.
  init(bytes: [UInt8]) {
    self.bytes = NetworkAddress.unmapping(bytes)
  }

  /// `nil` for a socket that is a file.
  init?(_ address: SocketAddress?) {
    // A zone is no part of the address.
    guard let text = address?.ipAddress?.prefix(while: { $0 != "%" }) else { return nil }
    guard let address = NetworkAddress(String(text)) else { return nil }
    self.init(bytes: address.bytes)
  }

  /// What connections are counted by. Of version 6 it is the network of 64 bits, since a single machine has all of it.
  var network: ClientAddress { ClientAddress(bytes: bytes.count == 16 ? Array(bytes.prefix(8)) : bytes) }
}

extension AddressRange {
  func contains(_ client: ClientAddress) -> Bool { contains(client.bytes) }
}
