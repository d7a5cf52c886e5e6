// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import NetworkAddressing
import SystemPackage

@testable import Isolation

/// A TCP server on a loopback address, for the duration of a test.
final class LoopbackService: Sendable {
  struct CannotListen: Error {
    var code: Int32 = errno
  }

  let port: UInt16
  private let server: ConnectionServer
  private let accepted: Locked<Int>

  /// - Parameters:
  ///   - address: any in 127.0.0.0/8.
  ///   - port: 0 for one that the system chooses.
  ///   - serve: owns the connection until it returns.
  init(
    at address: String = "127.0.0.1", port wanted: UInt16 = 0, serve: @escaping @Sendable (Connection) -> Void
  ) throws {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let listener = Descriptor(adopting: number)
    guard let place = NetworkAddress(address),
      place.withSocketAddress(port: wanted, { bind(number, $0, $1) }) == 0, listen(number, 4096) == 0
    else { throw CannotListen() }
    var found = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &found) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(number, $0, &length) }
    }
    port = UInt16(bigEndian: found.sin_port)
    let accepted = Locked(0)
    self.accepted = accepted
    server = ConnectionServer(listener, atOnce: 2000) { descriptor in
      accepted.withLock { $0 += 1 }
      serve(Connection(descriptor))
    }
  }

  deinit {
    server.stop()
  }

  /// The number of connections so far.
  var connections: Int { accepted.withLock { $0 } }

  /// Returns two services on the same port of two addresses.
  ///
  /// A port that is free on one address may be in use on the other, by a client of another test: then another port is
  /// tried.
  static func pair(
    at first: (address: String, word: String), _ second: (address: String, word: String)
  ) throws -> (LoopbackService, LoopbackService) {
    // A tried port stays in use, so that the system chooses another one.
    var tried: [LoopbackService] = []
    while true {
      let service = try echo(first.word, at: first.address)
      do {
        return (service, try echo(second.word, at: second.address, port: service.port))
      } catch let error as CannotListen where error.code == EADDRINUSE && tried.count < 100 {
        tried.append(service)
      }
    }
  }

  /// Echoes its input, with a word before each piece, until the other side closes the connection.
  static func echo(_ word: String = "", at address: String = "127.0.0.1", port: UInt16 = 0) throws -> LoopbackService {
    try LoopbackService(at: address, port: port) { connection in
      while true {
        let bytes = connection.receive()
        guard !bytes.isEmpty else { return }
        guard connection.send(Array(word.utf8) + bytes) else { return }
      }
    }
  }
}
