// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation

/// An address of the Internet Protocol, version 4 or 6.
package struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
  /// Four or sixteen.
  package let bytes: [UInt8]

  /// - Parameter bytes: four, in network byte order.
  package static func v4(_ bytes: [UInt8]) -> NetworkAddress {
    precondition(bytes.count == 4, "an IPv4 address has four bytes")
    return NetworkAddress(bytes: bytes)
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Returns the four bytes of an IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2), and other addresses unchanged.
  package static func unmapping(_ bytes: [UInt8]) -> [UInt8] {
    let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]
    return bytes.count == 16 && bytes.starts(with: mapped) ? Array(bytes.suffix(4)) : bytes
  }

  /// Reads `192.0.2.1` or `2001:db8::1`.
  package init?(_ text: String) {
    var four = [UInt8](repeating: 0, count: 4)
    var sixteen = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &four) == 1 {
      bytes = four
    } else if inet_pton(AF_INET6, text, &sixteen) == 1 {
      bytes = sixteen
    } else {
      return nil
    }
  }

  /// Reads an address in any spelling that programs accept: also `[::1]`, `127.1`, `2130706433`, `0x7f000001` and
  /// `0177.0.0.1`.
  package init?(spelled text: String) {
    let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
    if let address = NetworkAddress(isBracketed ? String(text.dropFirst().dropLast()) : text) {
      self = address
      return
    }
    var address = in_addr()
    guard inet_aton(text, &address) != 0 else { return nil }
    bytes = withUnsafeBytes(of: address) { Array($0) }
  }

  /// Returns `nil` for an address of another protocol.
  package init?(_ address: UnsafePointer<sockaddr>) {
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      bytes = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
        withUnsafeBytes(of: pointer.pointee.sin_addr) { Array($0) }
      }
    case AF_INET6:
      bytes = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
        withUnsafeBytes(of: pointer.pointee.sin6_addr) { Array($0) }
      }
    default: return nil
    }
  }

  package var isVersion4: Bool { bytes.count == 4 }
  package var family: Int32 { isVersion4 ? AF_INET : AF_INET6 }

  package var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else {
      preconditionFailure("an address of \(bytes.count) bytes")
    }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Provides the address in the form of the socket functions, for the duration of the call.
  package func withSocketAddress<Result>(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result
  {
    func lend<Address>(_ address: Address) -> Result {
      withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          body($0, socklen_t(MemoryLayout<Address>.size))
        }
      }
    }
    if isVersion4 {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes) }
      return lend(address)
    }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: bytes) }
    return lend(address)
  }
}

/// Finds the addresses of a host.
package protocol HostResolver: Sendable {
  /// Returns the addresses in the order in which to try them; none when the host does not exist. May wait for the
  /// network.
  func addresses(of host: String) -> [NetworkAddress]
}

/// Uses the system's resolver.
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
