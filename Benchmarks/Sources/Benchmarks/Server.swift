// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A server that answers every GET with the same 512 bytes, with a thread for each connection.
struct Server {
  static let body = String(repeating: "0123456789abcdef", count: 32)

  private let listener: Int32

  init() throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    guard listener >= 0, isListening else { throw Failure("no server: \(String(cString: strerror(errno)))") }
    try FileHandle.standardOutput.write(contentsOf: Data("\(UInt16(bigEndian: address.sin_port))\n".utf8))
  }

  /// Serves until the standard input ends, which it does when the measuring process ends or is killed.
  func run() throws {
    Thread.detachNewThread {
      _ = FileHandle.standardInput.readDataToEndOfFile()
      exit(0)
    }
    var connections = 0
    while true {
      let descriptor = accept(listener, nil, nil)
      guard descriptor >= 0 else { throw Failure("no connection: \(String(cString: strerror(errno)))") }
      connections += 1
      var isOn: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
      Thread.detachNewThread { [connections] in Self.serve(descriptor, number: connections) }
    }
  }

  private static func serve(_ descriptor: Int32, number: Int) {
    let file = [UInt8](answer(body).utf8)
    let numberText = [UInt8](answer("\(number)").utf8)
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    var received: [UInt8] = []
    while true {
      let size = recv(descriptor, &buffer, buffer.count, 0)
      guard size > 0 else { break }
      received += buffer[..<size]
      // Clients send one request at a time, without a body.
      guard received.suffix(4) == [13, 10, 13, 10] else { continue }
      let answer = received.starts(with: "GET /file".utf8) ? file : numberText
      received.removeAll(keepingCapacity: true)
      guard send(descriptor, answer, answer.count, Int32(MSG_NOSIGNAL)) == answer.count else { break }
    }
    close(descriptor)
  }

  private static func answer(_ body: String) -> String {
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }
}
