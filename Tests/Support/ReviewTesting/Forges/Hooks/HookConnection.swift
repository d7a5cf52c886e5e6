// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Sends one message over its own connection, and blocks until the response.
enum HookConnection {
  private static let seconds = 10

  /// Returns the status and the header of the response; `nil` when there is none.
  static func send(_ message: HookMessage) -> (status: Int, fields: [String: String])? {
    guard let url = URLComponents(string: message.url), let host = url.host, let port = url.port else { return nil }
    let descriptor = connect(to: port)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var lines = ["POST \(url.path.isEmpty ? "/" : url.path) HTTP/1.1", "Host: \(host):\(port)", "Connection: close"]
    lines += message.fields.map { "\($0.name): \($0.value)" } + ["Content-Length: \(message.body.count)", "", ""]
    var rest = Data(lines.joined(separator: "\r\n").utf8) + message.body
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return nil }
      rest = Data(rest.dropFirst(count))
    }
    return answer(from: descriptor)
  }

  /// Connects to 127.0.0.1: hooks are on this machine.
  private static func connect(to port: Int) -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      close(descriptor)
      return -1
    }
    return descriptor
  }

  private static func answer(from descriptor: Int32) -> (status: Int, fields: [String: String])? {
    var received = Data()
    var head: (status: Int, fields: [String: String])?
    var length = Int.max
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    // Reads the whole body: a server whose connection is closed while it writes could log an error.
    while received.count < length {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      received.append(contentsOf: buffer[..<count])
      guard head == nil, let end = received.range(of: Data("\r\n\r\n".utf8)) else { continue }
      let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
      guard let status = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
      let pairs = lines.dropFirst().map { line in
        let sides = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        return (sides.first ?? "", sides.dropFirst().first ?? "")
      }
      let fields = Dictionary(pairs) { $1 }
      head = (status, fields)
      if let size = fields.first(where: { $0.key.lowercased() == "content-length" }).flatMap({ Int($0.value) }) {
        length = end.upperBound + size
      }
    }
    return head
  }
}
