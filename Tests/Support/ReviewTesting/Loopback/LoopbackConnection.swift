// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// One connection of the loopback server; reads and writes block its thread.
struct LoopbackConnection {
  let descriptor: Int32
  let number: Int
  private var received = Data()

  init(descriptor: Int32, number: Int) {
    self.descriptor = descriptor
    self.number = number
  }

  /// Returns the next request; `nil` when the client has closed the connection.
  mutating func readRequest() -> LoopbackRequest? {
    let separator = Data("\r\n\r\n".utf8)
    while received.range(of: separator) == nil {
      guard readMore() else { return nil }
      // No method starts with a control character; a client that begins TLS here must not wait for an answer.
      guard let first = received.first, first >= 0x20 else { return nil }
    }
    guard let end = received.range(of: separator) else { return nil }
    let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    let start = lines[0].split(separator: " ")
    guard start.count == 3 else { return nil }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      fields[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    received = Data(received[end.upperBound...])
    let isChunked = fields["transfer-encoding"]?.lowercased() == "chunked"
    guard let body = isChunked ? readChunks() : readBytes(fields["content-length"].flatMap { Int($0) } ?? 0) else {
      return nil
    }
    return LoopbackRequest(
      method: String(start[0]), target: String(start[1]), fields: fields, body: body, connection: number)
  }

  private mutating func readBytes(_ count: Int) -> Data? {
    while received.count < count { guard readMore() else { return nil } }
    defer { received = Data(received.dropFirst(count)) }
    return received.prefix(count)
  }

  private mutating func readLine() -> String? {
    let separator = Data("\r\n".utf8)
    while true {
      if let end = received.range(of: separator) {
        defer { received = Data(received[end.upperBound...]) }
        return String(decoding: received[..<end.lowerBound], as: UTF8.self)
      }
      guard readMore() else { return nil }
    }
  }

  /// Reads a body of unknown length (RFC 9112, 7.1).
  private mutating func readChunks() -> Data? {
    var body = Data()
    while let line = readLine(), let count = Int(line.prefix { $0.isHexDigit }, radix: 16) {
      if count == 0 {
        while let trailer = readLine() { if trailer.isEmpty { return body } }
        return nil
      }
      guard let chunk = readBytes(count), readLine() != nil else { return nil }
      body += chunk
    }
    return nil
  }

  /// - Returns: whether the connection can carry another request.
  func write(_ answer: LoopbackResponse, isHead: Bool) -> Bool {
    let body = isHead ? Data() : answer.body
    guard answer.delay == .zero || wait(answer.delay) else { return false }
    switch answer.manner {
    case .plain:
      return send(answer.head + body) && answer.hasContentLength
    case .dripping(let count, let interval):
      guard send(answer.head) else { return false }
      var rest = body[...]
      while !rest.isEmpty {
        guard wait(interval), send(Data(rest.prefix(count))) else { return false }
        rest = rest.dropFirst(count)
      }
      return answer.hasContentLength
    case .hangingAfter(let count):
      _ = send(answer.head + body.prefix(count))
      waitForEnd()
    case .resettingAfter(let count):
      _ = send(answer.head + body.prefix(count))
      reset()
    case .endingAfter(let count): _ = send(answer.head + body.prefix(count))
    case .silent: waitForEnd()
    case .resetting: reset()
    }
    return false
  }

  private mutating func readMore() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    received.append(contentsOf: buffer[..<count])
    return true
  }

  private func send(_ data: Data) -> Bool {
    var rest = [UInt8](data)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        Foundation.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// - Returns: `false` when the client has closed the connection.
  private func wait(_ interval: Duration) -> Bool {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return Foundation.poll(&poll, 1, Int32(interval / .milliseconds(1))) == 0
  }

  private func waitForEnd() {
    var byte: UInt8 = 0
    while recv(descriptor, &byte, 1, 0) > 0 {}
  }

  /// Makes the close of the connection a reset.
  private func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
  }
}
