// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Finds the addresses of a host.
package protocol HostResolver: Sendable {
  /// The addresses in the order in which to try them; none when there is no such host. May wait for the network.
  func addresses(of host: String) -> [NetworkAddress]
}

/// Asks the system, as every program does.
package struct SystemResolver: HostResolver {
  package init() {}

  package func addresses(of host: String) -> [NetworkAddress] {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_ADDRCONFIG
    var first: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &first) == 0 else { return [] }
    defer { freeaddrinfo(first) }
    return sequence(first: first, next: { $0?.pointee.ai_next }).compactMap { entry in
      entry?.pointee.ai_addr.flatMap { NetworkAddress(UnsafePointer($0)) }
    }
  }
}
