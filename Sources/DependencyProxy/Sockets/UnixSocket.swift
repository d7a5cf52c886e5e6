// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// Sockets that are files.
enum UnixSocket {
  /// Makes the file, which only this user can connect to, and listens.
  static func listen(at path: FilePath, waiting: Int32) throws(SocketError) -> Descriptor {
    let socket = try make(path)
    let result = try withAddress(path) { address, length in bind(socket.number, address, length) }
    guard result == 0 else { throw .last("cannot make the socket \(path)") }
    guard chmod(path.string, 0o600) == 0, Foundation.listen(socket.number, waiting) == 0 else {
      throw .last("cannot listen at the socket \(path)")
    }
    return socket
  }

  static func connect(to path: FilePath) throws(SocketError) -> Descriptor {
    let socket = try make(path)
    let result = try withAddress(path) { address, length in Foundation.connect(socket.number, address, length) }
    guard result == 0 else { throw .last("cannot connect to the socket \(path)") }
    return socket
  }

  private static func make(_ path: FilePath) throws(SocketError) -> Descriptor {
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw .last("cannot make a socket for \(path)") }
    return Descriptor(adopting: number)
  }

  /// The address has room for 107 bytes, which the path of a cache folder can exceed: it is named by its folder's
  /// descriptor instead.
  private static func withAddress<Result>(
    _ path: FilePath, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) throws(SocketError) -> Result {
    guard let name = path.lastComponent else { throw SocketError("\(path) is not a file", remedy: "name a file") }
    let folder = open(path.removingLastComponent().string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .last("cannot open the folder of the socket \(path)") }
    defer { close(folder) }
    let text = Array("/proc/self/fd/\(folder)/\(name)".utf8)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard text.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw SocketError("the name of the socket \(path) is too long", remedy: "use one of fewer than 80 bytes")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: text) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
