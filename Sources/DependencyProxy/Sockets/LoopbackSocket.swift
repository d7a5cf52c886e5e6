// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import NetworkAddressing

/// A TCP port of this machine that only this machine, or this network namespace, can reach.
enum LoopbackSocket {
  /// Listens at a port that the system chooses.
  static func listen(waiting: Int32) throws(SocketError) -> (socket: Descriptor, port: UInt16) {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw .last("cannot make a socket on 127.0.0.1") }
    let socket = Descriptor(adopting: number)
    let loopback = NetworkAddress.v4([127, 0, 0, 1])
    let isBound = loopback.withSocketAddress(port: 0) { bind(number, $0, $1) } == 0
    guard isBound, Foundation.listen(number, waiting) == 0 else {
      throw .last("cannot listen on 127.0.0.1", remedy: "bring the loopback interface up")
    }
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(number, $0, &length) }
    }
    guard result == 0 else { throw .last("cannot find out the port on 127.0.0.1") }
    return (socket, UInt16(bigEndian: address.sin_port))
  }
}
