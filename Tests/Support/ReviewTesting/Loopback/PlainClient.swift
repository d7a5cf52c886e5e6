// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// An HTTP client that sends bytes unchanged. Its socket blocks, on its own threads.
package actor PlainClient {
  package struct Failure: Error {
    package let message: String
  }

  package struct Response: Equatable, Sendable {
    package let status: Int
    /// The header fields by lower-case name.
    package let fields: [String: String]
    package let body: String
  }

  /// Seconds without a byte after which a test fails that would otherwise never end.
  private static let limit = 600

  private let executor = BlockingExecutor()
  private let descriptor: Int32
  private var received = Data()

  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// - Parameter host: an address in 127.0.0.0/8.
  package init(host: String = "127.0.0.1", port: Int) async throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr(host)
    descriptor = try await Self.connected(AF_INET, address)
  }

  package init(socket path: String) async throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw Failure(message: "the path is too long")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    descriptor = try await Self.connected(AF_UNIX, address)
  }

  deinit {
    close(descriptor)
  }

  /// Sends the bytes, as far as the server reads them. Returns `false` when the server closed the connection.
  @discardableResult
  package func send(_ bytes: some Sequence<UInt8> & Sendable) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  package func send(_ text: String) -> Bool { send(text.utf8) }

  /// Closes the output of the connection.
  package func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Returns the next response; `nil` when the server closes the connection instead.
  package func answer() throws -> Response? {
    let separator = Data("\r\n\r\n".utf8)
    while received.range(of: separator) == nil {
      guard try receive() else { return nil }
    }
    guard let end = received.range(of: separator) else { return nil }
    let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count >= 2, let status = Int(words[1]) else { throw Failure(message: "no status: \(lines[0])") }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      fields[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    let length = fields["content-length"].flatMap { Int($0) } ?? 0
    while received.count - end.upperBound < length {
      guard try receive() else { throw Failure(message: "the body is cut off") }
    }
    let body = String(decoding: received[end.upperBound..<(end.upperBound + length)], as: UTF8.self)
    received = Data(received[(end.upperBound + length)...])
    return Response(status: status, fields: fields, body: body)
  }

  /// Returns the next response, which is required.
  package func answered() throws -> Response {
    guard let answer = try answer() else { throw Failure(message: "the server closed the connection") }
    return answer
  }

  /// Waits until the server closes the connection, and discards its output before that.
  package func waitForEnd() throws {
    while try receive() {}
  }

  package func request(
    _ method: String = "GET", _ path: String, _ fields: [(String, String)] = [],
    _ body: some Collection<UInt8> & Sendable = []
  ) throws -> Response {
    send(PlainClient.head(method, path, fields + [("Content-Length", "\(body.count)")]))
    send(body)
    return try answered()
  }

  package static func head(_ method: String, _ path: String, _ fields: [(String, String)]) -> String {
    (["\(method) \(path) HTTP/1.1", "Host: localhost"] + fields.map { "\($0.0): \($0.1)" }).joined(separator: "\r\n")
      + "\r\n\r\n"
  }

  private static func connected(_ family: Int32, _ address: some BitwiseCopyable & Sendable) async throws -> Int32 {
    try await blocking {
      let descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      var time = timeval(tv_sec: limit, tv_usec: 0)
      for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
        setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
      }
      let result = withUnsafeBytes(of: address) { bytes in
        connect(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
      }
      guard result == 0 else {
        let words = String(cString: strerror(errno))
        close(descriptor)
        throw Failure(message: "no connection: \(words)")
      }
      return descriptor
    }
  }

  /// - Returns: `false` at the end of the input.
  private func receive() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count < 0, errno == EAGAIN { throw Failure(message: "the server said nothing for \(Self.limit) seconds") }
    guard count > 0 else { return false }
    received += buffer[..<count]
    return true
  }
}
