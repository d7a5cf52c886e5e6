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
    /// The values of all fields `Set-Cookie`.
    package let cookies: [String]
    package let body: String
  }

  /// Seconds without a byte after which a test fails that would otherwise never end.
  private static let limit = 600

  private let executor = BlockingExecutor()
  private var stream: SocketStream

  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// - Parameter host: an address in 127.0.0.0/8.
  package init(host: String = "127.0.0.1", port: Int) async throws {
    stream = try await Self.stream(to: sockaddr_in(host: host, port: port))
  }

  package init(socket path: String) async throws {
    guard let address = sockaddr_un(path: path) else { throw Failure(message: "the path is too long") }
    stream = try await Self.stream(to: address)
  }

  deinit {
    close(stream.descriptor)
  }

  /// Sends the bytes, as far as the server reads them. Returns `false` when the server closed the connection.
  @discardableResult
  package func send(_ bytes: some Sequence<UInt8> & Sendable) -> Bool { stream.send(bytes) }

  @discardableResult
  package func send(_ text: String) -> Bool { send(text.utf8) }

  /// Closes the output of the connection.
  package func finish() { shutdown(stream.descriptor, Int32(SHUT_WR)) }

  /// Returns the next response; `nil` when the server closes the connection instead.
  package func answer() throws -> Response? {
    guard let head = stream.head() else {
      try checkTime()
      return nil
    }
    guard head.byName["transfer-encoding"] == "chunked" else {
      guard let body = stream.bytes(head.contentLength ?? 0) else {
        try checkTime()
        throw Failure(message: "the body is cut off")
      }
      return try Response(head, String(decoding: body, as: UTF8.self))
    }
    var body = ""
    while let part = try part() { body += part }
    return try Response(head, body)
  }

  /// Returns the next response without its body, which follows in parts.
  package func head() throws -> Response {
    guard let head = stream.head() else {
      try checkTime()
      throw Failure(message: "the server closed the connection")
    }
    return try Response(head, "")
  }

  /// Returns the next part of a body of unknown length; `nil` at its end.
  package func part() throws -> String? {
    guard let line = stream.line(), let size = Int(line, radix: 16), let part = stream.bytes(size), stream.line() == ""
    else {
      try checkTime()
      throw Failure(message: "the body is cut off")
    }
    return size == 0 ? nil : String(decoding: part, as: UTF8.self)
  }

  /// Returns the next response, which is required.
  package func answered() throws -> Response {
    guard let response = try answer() else { throw Failure(message: "the server closed the connection") }
    return response
  }

  /// Waits until the server closes the connection, and discards its output before that.
  package func waitForEnd() throws {
    while stream.receive() {}
    try checkTime()
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

  private static func stream(to address: some BitwiseCopyable & Sendable) async throws -> SocketStream {
    try await blocking {
      do throws(SocketError) {
        return try SocketStream(to: address, seconds: limit)
      } catch {
        throw Failure(message: "no connection: \(error.text)")
      }
    }
  }

  private func checkTime() throws {
    if stream.hasTimedOut { throw Failure(message: "the server sent nothing for \(Self.limit) seconds") }
  }
}

extension PlainClient.Response {
  fileprivate init(_ head: SocketStream.Head, _ body: String) throws {
    guard head.start.count >= 2, let status = Int(head.start[1]) else {
      throw PlainClient.Failure(message: "no status: \(head.start.joined(separator: " "))")
    }
    self.init(
      status: status, fields: head.byName,
      cookies: head.fields.filter { $0.name.lowercased() == "set-cookie" }.map(\.value), body: body)
  }
}
