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
    guard head.start.count >= 2, let status = Int(head.start[1]) else {
      throw Failure(message: "no status: \(head.start.joined(separator: " "))")
    }
    guard let body = stream.bytes(head.contentLength ?? 0) else {
      try checkTime()
      throw Failure(message: "the body is cut off")
    }
    return Response(status: status, fields: head.byName, body: String(decoding: body, as: UTF8.self))
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
