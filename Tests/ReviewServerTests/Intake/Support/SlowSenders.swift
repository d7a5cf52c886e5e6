// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting

/// Many connections from one address that send little and read nothing. They end with the value.
final class SlowSenders: Sendable {
  struct Failure: Error {
    let message: String
  }

  private let descriptors: [Int32]

  /// - Parameters:
  ///   - source: an address in 127.0.0.0/8.
  ///   - text: the bytes that each connection sends.
  init(_ count: Int, from source: String, to port: Int, sending text: @escaping @Sendable (Int) -> String) async throws
  {
    descriptors = try await blocking { try (0..<count).map { try Self.connected(from: source, to: port, text($0)) } }
  }

  deinit {
    for descriptor in descriptors { close(descriptor) }
  }

  private static func connected(from source: String, to port: Int, _ text: String) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let own = address(source, 0)
    let server = address("127.0.0.1", port)
    let isConnected = withUnsafeBytes(of: own) { own in
      withUnsafeBytes(of: server) { server in
        bind(descriptor, own.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(own.count)) == 0
          && connect(descriptor, server.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(server.count))
            == 0
      }
    }
    guard isConnected else {
      let reason = String(cString: strerror(errno))
      close(descriptor)
      throw Failure(message: "no connection from \(source): \(reason)")
    }
    // The server may have closed the connection already.
    let bytes = Array(text.utf8)
    _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    return descriptor
  }

  private static func address(_ host: String, _ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr(host)
    return address
  }
}
