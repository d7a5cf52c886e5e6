// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import NetworkAddressing
import SystemPackage

/// A socket that is closed with its last reference: its number is not reused before that.
final class Descriptor: Sendable {
  let number: Int32

  init(adopting number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }

  /// Shuts down the connection, and wakes threads that wait for it.
  func end() {
    shutdown(number, Int32(SHUT_RDWR))
  }

  /// Closes the sending half.
  func endWriting() {
    shutdown(number, Int32(SHUT_WR))
  }

  /// Disables Nagle's algorithm, because a relay cannot tell which small writes are intentional. Has an effect on TCP
  /// only.
  func sendAtOnce() {
    var isOn: Int32 = 1
    setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Sends all bytes, or as many as possible before the deadline.
  ///
  /// - Returns: whether all was sent.
  func send(_ bytes: [UInt8], before deadline: Deadline) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { memory in
        Foundation.send(number, memory.baseAddress, memory.count, Self.sending)
      }
      if count > 0 {
        sent += count
      } else if count < 0, errno == EAGAIN {
        guard deadline.wait(for: self, Int16(POLLOUT)) else { return false }
      } else if count < 0, errno == EINTR {
        continue
      } else {
        return false
      }
    }
    return true
  }

  /// Does not block, and a closed peer is an error instead of a signal.
  static let sending = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
  static let receiving = Int32(MSG_DONTWAIT)
}

/// A TCP port that is reachable only from this host, or from this network namespace.
enum LoopbackSocket {
  /// - Parameter port: the port to listen on; 0 for one that the system chooses.
  static func listen(on port: UInt16 = 0, waiting: Int32) throws(SocketError) -> (socket: Descriptor, port: UInt16) {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw .last("cannot create a socket on 127.0.0.1") }
    let socket = Descriptor(adopting: number)
    let loopback = NetworkAddress.v4([127, 0, 0, 1])
    let isBound = loopback.withSocketAddress(port: port) { bind(number, $0, $1) } == 0
    guard isBound, Foundation.listen(number, waiting) == 0 else {
      throw .last("cannot listen on 127.0.0.1", remedy: "bring the loopback interface up")
    }
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(number, $0, &length) }
    }
    guard result == 0 else { throw .last("cannot read the port on 127.0.0.1") }
    return (socket, UInt16(bigEndian: address.sin_port))
  }
}

/// A socket that cannot be created or connected.
package struct SocketError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ message: String, remedy: String) {
    description = "\(message); \(remedy)"
  }

  /// The error of the system call that just failed.
  static func last(_ message: String, remedy: String = "check the path and its permissions") -> SocketError {
    SocketError("\(message): \(String(cString: strerror(errno)))", remedy: remedy)
  }
}

/// Sockets that are files.
enum UnixSocket {
  /// Creates the file, which only this user can connect to, and listens.
  static func listen(at path: FilePath, waiting: Int32) throws(SocketError) -> Descriptor {
    let socket = try make(path)
    let result = try withAddress(path) { address, length in bind(socket.number, address, length) }
    guard result == 0 else { throw .last("cannot create the socket \(path)") }
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
    guard number >= 0 else { throw .last("cannot create a socket for \(path)") }
    return Descriptor(adopting: number)
  }

  /// The address has room for 107 bytes, which the path of a cache folder can exceed, so the folder is addressed
  /// through its descriptor.
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
