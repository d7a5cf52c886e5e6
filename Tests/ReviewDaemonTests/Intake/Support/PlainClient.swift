// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A client that sends bytes as they are. Its calls block, for a minute at most.
final class PlainClient {
  struct Failure: Error {
    let message: String
  }

  struct Answer: Equatable {
    let status: Int
    /// By lower-case name.
    let fields: [String: String]
    let body: String
  }

  private let descriptor: Int32
  private var received = Data()

  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    try connect(&address)
  }

  init(socket path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw Failure(message: "the path is too long")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    try connect(&address)
  }

  deinit {
    close(descriptor)
  }

  /// Sends all, or as much as the server wants: false when it closed the connection.
  @discardableResult
  func send(_ bytes: some Sequence<UInt8>) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(text.utf8) }

  /// Says that nothing more comes.
  func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// The next answer, or `nil` when the server closes the connection instead.
  func answer() throws -> Answer? {
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
    return Answer(status: status, fields: fields, body: body)
  }

  /// The answer that has to come.
  func answered() throws -> Answer {
    guard let answer = try answer() else { throw Failure(message: "the server closed the connection") }
    return answer
  }

  /// Waits until the server closes the connection, and drops what it says before.
  func waitForEnd() throws {
    while try receive() {}
  }

  func request(
    _ method: String = "GET", _ path: String, _ fields: [(String, String)] = [], _ body: some Collection<UInt8> = []
  ) throws -> Answer {
    send(PlainClient.head(method, path, fields + [("Content-Length", "\(body.count)")]))
    send(body)
    return try answered()
  }

  static func head(_ method: String, _ path: String, _ fields: [(String, String)]) -> String {
    (["\(method) \(path) HTTP/1.1", "Host: localhost"] + fields.map { "\($0.0): \($0.1)" }).joined(separator: "\r\n")
      + "\r\n\r\n"
  }

  private func connect<Address>(_ address: inout Address) throws {
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let descriptor = descriptor
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
    guard result == 0 else { throw Failure(message: "no connection: \(String(cString: strerror(errno)))") }
  }

  /// False at the end.
  private func receive() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count < 0, errno == EAGAIN { throw Failure(message: "the server said nothing for a minute") }
    guard count > 0 else { return false }
    received += buffer[..<count]
    return true
  }
}
