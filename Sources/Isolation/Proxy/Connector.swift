// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import NetworkAddressing

/// Connects to a host: by an address that the policy allows, or through the host's proxy.
struct Connector: Sendable {
  let policy: AddressPolicy
  let resolver: any HostResolver
  let upstream: UpstreamProxy?
  let limits: ProxyLimits

  /// - Parameter ranges: addresses that this host may have although they are not public.
  /// - Returns: the connection, and the bytes that the server has already sent.
  func connect(
    to destination: AllowedHost, permitting ranges: [AddressRange]
  ) throws(TunnelRefusal) -> (descriptor: Descriptor, rest: [UInt8]) {
    if let upstream, upstream.serves(destination.host) { return try connect(to: destination, through: upstream) }
    let found = resolver.addresses(of: destination.host)
    guard let first = found.first else { throw .unknownHost(destination) }
    // The name is not looked up again, so that the checked address is the one to connect to.
    let policy = policy.permitting(ranges)
    let addresses = found.filter { policy.allows($0) }
    guard !addresses.isEmpty else { throw .privateAddress(destination, first) }
    guard let descriptor = connect(to: addresses, port: destination.port) else { throw .unreachable(destination) }
    return (descriptor, [])
  }

  /// The operator configured the proxy, so its address may be any.
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
    let statusLine = (head.lines.first ?? "").split(separator: " ", maxSplits: 2)
    guard statusLine.count >= 2, statusLine[0].hasPrefix("HTTP/1."), let status = Int(statusLine[1]) else {
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

/// Reads the head of a request or an answer: everything up to the first empty line.
struct HeadReader {
  enum Failure: Error {
    case ended, tooLarge, tooSlow
  }

  let limit: Int

  /// - Returns: the head's lines, and the bytes after it.
  func read(
    from descriptor: Descriptor, before deadline: Deadline
  ) throws(Failure) -> (lines: [String], rest: [UInt8]) {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = chunk.withUnsafeMutableBytes { memory in
        recv(descriptor.number, memory.baseAddress, min(memory.count, limit + 1 - bytes.count), Descriptor.receiving)
      }
      if count > 0 {
        let known = bytes.count
        bytes += chunk[..<count]
        if let end = Self.end(of: bytes, after: known) {
          return (Self.lines(bytes[..<end]), Array(bytes[end...]))
        }
        guard bytes.count <= limit else { throw .tooLarge }
      } else if count < 0, errno == EAGAIN {
        guard deadline.wait(for: descriptor, Int16(POLLIN)) else { throw .tooSlow }
      } else if count == 0 || errno != EINTR {
        throw .ended
      }
    }
  }

  /// Returns the index after the empty line, if it ends after the first `known` bytes.
  private static func end(of bytes: [UInt8], after known: Int) -> Int? {
    let newline = UInt8(ascii: "\n")
    var previous = bytes[..<known].lastIndex(of: newline)
    for index in known..<bytes.count where bytes[index] == newline {
      if let previous, bytes[(previous + 1)..<index].allSatisfy({ $0 == UInt8(ascii: "\r") }),
        index - previous <= 2
      {
        return index + 1
      }
      previous = index
    }
    return nil
  }

  private static func lines(_ bytes: ArraySlice<UInt8>) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n")).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
  }
}

/// The proxy between this host's network and the internet.
package struct UpstreamProxy: Hashable, Sendable {
  /// The proxy of an environment cannot be used.
  package struct Unusable: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  let host: String
  package let port: UInt16
  private let exceptions: [String]

  /// Reads `https_proxy` and `no_proxy` with their usual meaning; `nil` without a proxy.
  package static func from(environment: [String: String]) throws(Unusable) -> UpstreamProxy? {
    let names = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    guard let name = names.first(where: { environment[$0]?.isEmpty == false }), let text = environment[name] else {
      return nil
    }
    return try UpstreamProxy(
      text, variable: name, exceptions: environment["no_proxy"] ?? environment["NO_PROXY"] ?? "")
  }

  private init(_ text: String, variable: String, exceptions: String) throws(Unusable) {
    var rest = text[...]
    if let scheme = text.range(of: "://") {
      guard text[..<scheme.lowerBound].lowercased() == "http" else {
        throw Unusable(
          description: "the proxy in \(variable) is not an http proxy; set it to http://HOST:PORT")
      }
      rest = text[scheme.upperBound...]
    }
    // The message does not contain the text of the variable, which may include a password.
    guard !rest.contains("@") else {
      throw Unusable(
        description: "the proxy in \(variable) has a password, which code under review could read; "
          + "set one without, or a local one that adds it")
    }
    let authority = rest.prefix { $0 != "/" }
    let hasPort = authority.contains(":")
    guard let place = AllowedHost(name: hasPort ? String(authority) : "\(authority):1080") else {
      throw Unusable(description: "the proxy in \(variable) is not a URL; set it to http://HOST:PORT")
    }
    host = place.host
    port = place.port
    self.exceptions = exceptions.split { $0 == "," || $0 == " " }.map { $0.lowercased() }
  }

  /// Whether a host is reached through the proxy: not when `no_proxy` contains it or one of its parent domains.
  func serves(_ host: String) -> Bool {
    !exceptions.contains { exception in
      if exception == "*" { return true }
      let domain = exception.hasPrefix(".") ? String(exception.dropFirst()) : exception
      return host == domain || host.hasSuffix("." + domain)
    }
  }
}
