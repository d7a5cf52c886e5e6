// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// The sockets that a loopback server listens at.
enum LoopbackListener {
  /// A port of 127.0.0.1 that the system chooses.
  static func makePort() throws -> (listener: Int32, port: Int) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
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

  /// A Unix socket, whose file stays when the listener is closed.
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
