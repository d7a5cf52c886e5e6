// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import NetworkAddressing

/// Connects to a host: by an address that the policy allows, or through the proxy of the machine's network.
struct Connector: Sendable {
  let policy: AddressPolicy
  let resolver: any HostResolver
  let upstream: UpstreamProxy?
  let limits: ProxyLimits

  /// - Parameter ranges: what this host may have for an address, although it is not public.
  /// - Returns: the connection, and what the server's side sent already.
  func connect(
    to destination: AllowedHost, permitting ranges: [AddressRange]
  ) throws(TunnelRefusal) -> (descriptor: Descriptor, rest: [UInt8]) {
    if let upstream, upstream.serves(destination.host) { return try connect(to: destination, through: upstream) }
    let found = resolver.addresses(of: destination.host)
    guard let first = found.first else { throw .unknownHost(destination) }
    // The name is not looked up again: what was checked is what is connected to.
    let policy = policy.permitting(ranges)
    let addresses = found.filter { policy.allows($0) }
    guard !addresses.isEmpty else { throw .privateAddress(destination, first) }
    guard let descriptor = connect(to: addresses, port: destination.port) else { throw .unreachable(destination) }
    return (descriptor, [])
  }

  /// The operator named the proxy: its address may be any.
  private func connect(
    to destination: AllowedHost, through upstream: UpstreamProxy
  ) throws(TunnelRefusal) -> (descriptor: Descriptor, rest: [UInt8]) {
    let found = resolver.addresses(of: upstream.host)
    guard let descriptor = connect(to: found, port: upstream.port) else { throw .upstreamUnreachable(destination) }
    let name = "\(destination.host):\(destination.port)"
    let request = Array("CONNECT \(name) HTTP/1.1\r\nHost: \(name)\r\n\r\n".utf8)
    let deadline = Deadline(after: limits.connectTime)
    guard descriptor.send(request, before: deadline) else { throw .upstreamUnreachable(destination) }
    let head: (lines: [String], rest: [UInt8])
    do {
      head = try HeadReader(limit: limits.headBytes).read(from: descriptor, before: deadline)
    } catch {
      throw .upstreamUnreachable(destination)
    }
    let words = (head.lines.first ?? "").split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
      throw .upstreamUnreachable(destination)
    }
    guard (200..<300).contains(status) else { throw .upstreamRefused(destination, status: status) }
    return (descriptor, head.rest)
  }

  private func connect(to addresses: [NetworkAddress], port: UInt16) -> Descriptor? {
    let deadline = Deadline(after: limits.connectTime)
    for address in addresses.prefix(limits.triedAddresses) {
      if let descriptor = connect(to: address, port: port, before: deadline) { return descriptor }
    }
    return nil
  }

  private func connect(to address: NetworkAddress, port: UInt16, before deadline: Deadline) -> Descriptor? {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let number = socket(address.family, kind, 0)
    guard number >= 0 else { return nil }
    let descriptor = Descriptor(adopting: number)
    let result = address.withSocketAddress(port: port) { Foundation.connect(number, $0, $1) }
    if result == 0 { return descriptor }
    guard errno == EINPROGRESS, deadline.wait(for: descriptor, Int16(POLLOUT)) else { return nil }
    var failure: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(number, SOL_SOCKET, SO_ERROR, &failure, &length) == 0, failure == 0 else { return nil }
    return descriptor
  }
}
