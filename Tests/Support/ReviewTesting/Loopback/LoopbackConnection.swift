// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// One connection of the loopback server; reads and writes block its thread.
struct LoopbackConnection {
  let number: Int
  private var stream: SocketStream

  init(descriptor: Int32, number: Int) {
    stream = SocketStream(descriptor: descriptor)
    self.number = number
  }

  var descriptor: Int32 { stream.descriptor }

  /// Returns the next request; `nil` when the client has closed the connection.
  mutating func readRequest() -> LoopbackRequest? {
    guard let head = stream.head(), head.start.count == 3 else { return nil }
    let fields = head.byName
    let isChunked = fields["transfer-encoding"]?.lowercased() == "chunked"
    guard let body = isChunked ? readChunks() : stream.bytes(head.contentLength ?? 0) else { return nil }
    return LoopbackRequest(
      method: head.start[0], target: head.start[1], fields: fields, body: body, connection: number)
  }

  /// Reads a body of unknown length (RFC 9112, 7.1).
  private mutating func readChunks() -> Data? {
    var body = Data()
    while let line = stream.line(), let count = Int(line.prefix { $0.isHexDigit }, radix: 16) {
      if count == 0 {
        while let trailer = stream.line() { if trailer.isEmpty { return body } }
        return nil
      }
      guard let chunk = stream.bytes(count), stream.line() != nil else { return nil }
      body += chunk
    }
    return nil
  }

  /// - Returns: whether the connection can carry another request.
  func write(_ response: LoopbackResponse, isHead: Bool) -> Bool {
    let body = isHead ? Data() : response.body
    guard response.delay == .zero || wait(response.delay) else { return false }
    switch response.manner {
    case .plain:
      return stream.send(response.head + body) && response.hasContentLength
    case .dripping(let count, let interval):
      guard stream.send(response.head) else { return false }
      var rest = body[...]
      while !rest.isEmpty {
        guard wait(interval), stream.send(rest.prefix(count)) else { return false }
        rest = rest.dropFirst(count)
      }
      return response.hasContentLength
    case .hangingAfter(let count):
      _ = stream.send(response.head + body.prefix(count))
      waitForEnd()
    case .resettingAfter(let count):
      _ = stream.send(response.head + body.prefix(count))
      reset()
    case .endingAfter(let count): _ = stream.send(response.head + body.prefix(count))
    case .silent: waitForEnd()
    case .resetting: reset()
    }
    return false
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
