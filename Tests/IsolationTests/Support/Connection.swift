// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import NetworkAddressing
import SystemPackage

@testable import Isolation

/// One end of a connection. All waits are limited, so that a defect fails a test instead of blocking it.
final class Connection: Sendable {
  private static let patience = Duration.seconds(600)

  private let descriptor: Descriptor

  init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
  }

  /// Connects to a proxy's socket.
  convenience init(to socket: FilePath) throws {
    self.init(try UnixSocket.connect(to: socket))
  }

  /// Connects to a port on 127.0.0.1.
  convenience init(toPort port: UInt16) throws {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.init(Descriptor(adopting: number))
    let result = NetworkAddress.v4([127, 0, 0, 1]).withSocketAddress(port: port) { connect(number, $0, $1) }
    guard result == 0 else { throw LoopbackService.CannotListen() }
  }

  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    descriptor.send(bytes, before: Deadline(after: Self.patience))
  }

  /// Sends until the buffers are full.
  ///
  /// - Returns: the unsent bytes.
  func sendUntilFull(_ bytes: [UInt8]) -> [UInt8] {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.send(descriptor.number, $0.baseAddress, $0.count, Descriptor.sending)
      }
      guard count > 0 else { break }
      sent += count
    }
    return Array(bytes[sent...])
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Closes the sending half.
  func endWriting() { descriptor.endWriting() }

  /// Returns the available bytes, at least one; none at the end.
  func receive() -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = recv(descriptor.number, &chunk, chunk.count, Descriptor.receiving)
      if count > 0 { return Array(chunk[..<count]) }
      if count < 0, errno == EAGAIN, Deadline(after: Self.patience).wait(for: descriptor, Int16(POLLIN)) { continue }
      return []
    }
  }

  /// Returns this number of bytes, or fewer when the connection ends before.
  func text(_ count: Int) -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count < count {
      let got = recv(descriptor.number, &byte, 1, Descriptor.receiving)
      if got == 1 {
        bytes.append(byte)
      } else if got == 0 || errno != EAGAIN
        || !Deadline(after: Self.patience).wait(for: descriptor, Int16(POLLIN))
      {
        break
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns everything until the other side closes the connection.
  func rest() -> String {
    var bytes: [UInt8] = []
    while true {
      let more = receive()
      if more.isEmpty { return String(decoding: bytes, as: UTF8.self) }
      bytes += more
    }
  }

  /// Requests a tunnel.
  ///
  /// - Returns: the first line of the answer when it is refused; `nil` when the tunnel is open.
  func tunnel(to destination: String) -> String? {
    send("CONNECT \(destination) HTTP/1.1\r\nHost: \(destination)\r\n\r\n")
    let greeting = "HTTP/1.1 200 Connection established\r\n\r\n"
    let start = text(greeting.utf8.count)
    if start == greeting { return nil }
    return (start + rest()).split(separator: "\r\n").first.map(String.init) ?? ""
  }
}
