// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// The listening sockets of a loopback server.
enum LoopbackListener {
  /// Listens at a port of 127.0.0.1 in another network namespace: a socket belongs to the namespace of its thread, which
  /// is a separate one because it ends there.
  static func makePort(_ port: Int, in network: FilePath) throws -> (listener: Int32, port: Int) {
    try waitingForDedicatedThread {
      let namespace = open(network.string, O_RDONLY | O_CLOEXEC)
      defer { close(namespace) }
      guard namespace >= 0, enter(network: namespace) else { throw failure() }
      return try makePort(port)
    }
  }

  /// Listens at a port of an address in 127.0.0.0/8; the system chooses the port for 0.
  static func makePort(_ port: Int = 0, of host: String = "127.0.0.1") throws -> (listener: Int32, port: Int) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let address = sockaddr_in(host: host, port: port)
    let isListening = withSocketAddress(address) { bind(listener, $0, $1) == 0 } && listen(listener, 64) == 0
    var bound = sockaddr()
    var length = socklen_t(MemoryLayout<sockaddr>.size)
    guard listener >= 0, isListening, getsockname(listener, &bound, &length) == 0 else { throw failure() }
    return (listener, Int(UInt16(bigEndian: unsafeBitCast(bound, to: sockaddr_in.self).sin_port)))
  }

  /// Moves the thread into a network namespace. The headers that Swift imports do not declare the call.
  private static func enter(network: Int32) -> Bool {
    typealias Call = @convention(c) (_ namespace: Int32, _ kind: Int32) -> Int32
    guard let symbol = dlsym(nil, "setns") else { return false }
    let networks: Int32 = 0x4000_0000
    return unsafeBitCast(symbol, to: Call.self)(network, networks) == 0
  }

  /// Listens at a Unix socket, whose file remains when the listener is closed.
  static func makeSocket(at path: FilePath) throws -> Int32 {
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard let address = sockaddr_un(path: path.string) else {
      throw LoopbackServer.Failure(message: "the path of the socket \(path) is too long")
    }
    let isListening = withSocketAddress(address) { bind(listener, $0, $1) == 0 } && listen(listener, 64) == 0
    guard listener >= 0, isListening else { throw failure() }
    return listener
  }

  private static func failure() -> LoopbackServer.Failure {
    LoopbackServer.Failure(message: "no loopback server: \(SocketError(number: errno).text)")
  }
}
