// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A connected socket, whose reads and writes block, and the bytes that were received but not read yet.
struct SocketStream {
  /// The head of a request or a response.
  struct Head {
    /// The words of the first line.
    let start: [String]
    let fields: [(name: String, value: String)]

    /// The fields by lower-case name; the last value of a repeated one.
    var byName: [String: String] { Dictionary(fields.map { ($0.name.lowercased(), $0.value) }) { $1 } }
    var contentLength: Int? { byName["content-length"].flatMap { Int($0) } }
  }

  let descriptor: Int32
  private var received = Data()
  /// Whether the other side sent nothing within the time limit of the socket.
  private(set) var hasTimedOut = false

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Connects to an address.
  ///
  /// - Parameter seconds: the limit of each read and write.
  /// - Throws: the error's number.
  init(to address: some BitwiseCopyable, seconds: Int) throws(SocketError) {
    descriptor = withUnsafeBytes(of: address) { bytes in
      // Every socket address begins with its family.
      socket(Int32(bytes.load(as: sa_family_t.self)), Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    let result = withSocketAddress(address) { connect(descriptor, $0, $1) }
    guard result == 0 else {
      let error = SocketError(number: errno)
      close(descriptor)
      throw error
    }
  }

  /// Sends the bytes, as far as the other side reads them.
  ///
  /// - Returns: `false` when the other side has closed the connection.
  func send(_ bytes: some Sequence<UInt8>) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Receives more bytes.
  ///
  /// - Returns: `false` at the end of the input, and after the time limit.
  mutating func receive() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    hasTimedOut = count < 0 && errno == EAGAIN
    guard count > 0 else { return false }
    received += buffer[..<count]
    return true
  }

  /// Reads a head; `nil` at the end of the input, and for malformed input.
  mutating func head() -> Head? {
    guard
      let text = text(
        before: "\r\n\r\n",
        isValid: { received in
          // No method starts with a control character; a client that begins TLS must not wait for an answer.
          received.first.map { $0 >= 0x20 } ?? true
        })
    else { return nil }
    let lines = text.components(separatedBy: "\r\n")
    let fields = lines.dropFirst().compactMap { line in
      line.firstIndex(of: ":").map { colon in
        (String(line[..<colon]), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
      }
    }
    guard fields.count == lines.count - 1 else { return nil }
    return Head(start: lines[0].split(separator: " ").map(String.init), fields: fields)
  }

  mutating func bytes(_ count: Int) -> Data? {
    while received.count < count { guard receive() else { return nil } }
    defer { received = Data(received.dropFirst(count)) }
    return received.prefix(count)
  }

  mutating func line() -> String? { text(before: "\r\n") }

  private mutating func text(before separator: String, isValid: (Data) -> Bool = { _ in true }) -> String? {
    while true {
      if let end = received.range(of: Data(separator.utf8)) {
        defer { received = Data(received[end.upperBound...]) }
        return String(decoding: received[..<end.lowerBound], as: UTF8.self)
      }
      guard receive(), isValid(received) else { return nil }
    }
  }
}

/// The number of a failed call on a socket.
struct SocketError: Error {
  let number: Int32

  var text: String { String(cString: strerror(number)) }
}

extension sockaddr_in {
  init(host: String = "127.0.0.1", port: Int) {
    self.init()
    sin_family = sa_family_t(AF_INET)
    sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
    sin_addr.s_addr = inet_addr(host)
  }
}

extension sockaddr_un {
  /// - Returns: `nil` when the path is too long.
  init?(path: String) {
    self.init()
    sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: sun_path) else { return nil }
    withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: Array(path.utf8)) }
  }
}

/// Calls a function of the system with an address.
func withSocketAddress<Result>(
  _ address: some BitwiseCopyable, _ body: (UnsafePointer<sockaddr>?, socklen_t) -> Result
) -> Result {
  withUnsafeBytes(of: address) { bytes in
    body(bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
  }
}
