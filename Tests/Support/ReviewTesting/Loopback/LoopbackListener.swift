// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import SystemPackage

/// The listening sockets of a loopback server.
enum LoopbackListener {
  /// Listens at a port of 127.0.0.1 in another network namespace: a socket belongs to the namespace of its thread.
  static func makePort(_ port: Int, in network: FilePath) throws -> (listener: Int32, port: Int) {
    let made = Locked<Result<(listener: Int32, port: Int), any Error>?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    // A separate thread, because it ends in the other namespace.
    Thread.detachNewThread {
      let result = Result {
        let namespace = open(network.string, O_RDONLY | O_CLOEXEC)
        defer { close(namespace) }
        guard namespace >= 0, enter(network: namespace) else { throw failure() }
        return try makePort(port)
      }
      made.withLock { $0 = result }
      isDone.signal()
    }
    isDone.wait()
    guard let result = made.withLock({ $0 }) else { throw failure() }
    return try result.get()
  }

  /// Listens at a port of an address in 127.0.0.0/8; the system chooses the port for 0.
  static func makePort(_ port: Int = 0, of host: String = "127.0.0.1") throws -> (listener: Int32, port: Int) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
    address.sin_addr.s_addr = inet_addr(host)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    guard listener >= 0, isListening else { throw failure() }
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
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
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.string.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw LoopbackServer.Failure(message: "the path of the socket \(path) is too long")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let isListening = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 && listen(listener, 64) == 0
      }
    }
    guard listener >= 0, isListening else { throw failure() }
    return listener
  }

  private static func failure() -> LoopbackServer.Failure {
    LoopbackServer.Failure(message: "no loopback server: \(String(cString: strerror(errno)))")
  }
}
