// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Crypto
import Foundation

/// Sends deliveries over many connections, each as soon as the one before it on the connection was answered.
struct DeliverySender {
  static let secret = "a secret of the forge's"
  /// What GitHub sends for a pull request has about this size.
  static let bodySize = 25_600

  let port: Int
  let connections: Int
  /// Told apart from those of other rounds.
  let round: String

  /// What one connection sends for each pull request, up to and after the delivery's id.
  private struct Message {
    let before: [UInt8]
    let after: [UInt8]
  }

  /// The times of all requests, and how many a second there were.
  func send(for time: Duration) throws -> (rate: Double, times: Latencies) {
    let messages = (1...64).map(Self.message)
    let results = Results(connections)
    let start = ContinuousClock.now
    for number in 0..<connections {
      Thread.detachNewThread {
        results.add(
          Result {
            try Self.converse(port, "\(round)-\(number)", messages, offset: number, until: start + time)
          })
      }
    }
    let times = try results.wait()
    let elapsed = ContinuousClock.now - start
    return (Double(times.count) / (elapsed / .seconds(1)), times)
  }

  private static func message(_ number: Int) -> Message {
    let head = String(repeating: "a", count: 38) + (number < 10 ? "0" : "") + "\(number)"
    let start = """
      {"action":"opened","number":\(number),"repository":{"full_name":"acme/\(number % 8)"},"pull_request":{"number":\(number),\
      "draft":false,"updated_at":"2026-01-01T00:00:00Z","head":{"sha":"\(head)","repo":{"full_name":"acme/\(number % 8)"}},\
      "base":{"sha":"\(head)","repo":{"full_name":"acme/\(number % 8)"}}},"sender":{
      """
    // Many short fields, as a forge's events have.
    var body = start
    var field = 0
    while body.utf8.count < bodySize - 100 {
      body += "\"field_\(field)_url\":\"https://api.example.com/repos/acme/shapes/field/\(field)\",\n"
      field += 1
    }
    body += "\"last\":\"" + String(repeating: "x", count: bodySize - body.utf8.count - 11) + "\"}}"
    let code = HMAC<SHA256>.authenticationCode(for: Data(body.utf8), using: SymmetricKey(data: Data(secret.utf8)))
      .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let before =
      "POST /webhook/forge HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      + "X-GitHub-Event: pull_request\r\nX-Hub-Signature-256: sha256=\(code)\r\nContent-Length: \(body.utf8.count)\r\n"
      + "X-GitHub-Delivery: "
    return Message(before: Array(before.utf8), after: Array("\r\n\r\n\(body)".utf8))
  }

  private static func converse(
    _ port: Int, _ name: String, _ messages: [Message], offset: Int, until end: ContinuousClock.Instant
  ) throws -> Latencies {
    let descriptor = try connect(port)
    defer { close(descriptor) }
    var times = Latencies()
    var number = 0
    var buffer = [UInt8](repeating: 0, count: 4 << 10)
    while ContinuousClock.now < end {
      let message = messages[(offset + number) % messages.count]
      let bytes = message.before + Array("\(name)-\(number)".utf8) + message.after
      let start = ContinuousClock.now
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes {
          Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { throw Failure("the server closed the connection") }
        sent += count
      }
      var received: [UInt8] = []
      // The answer's JSON is an object in one line.
      while received.last != UInt8(ascii: "}") {
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { throw Failure("the server gave no answer") }
        received += buffer[..<count]
      }
      times.add(ContinuousClock.now - start)
      guard received.starts(with: "HTTP/1.1 202".utf8) else {
        throw Failure("not taken in: \(String(decoding: received.prefix(300), as: UTF8.self))")
      }
      number += 1
    }
    return times
  }

  private static func connect(_ port: Int) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure("no connection: \(String(cString: strerror(errno)))") }
    return descriptor
  }
}

/// What the threads came to.
private final class Results: Sendable {
  private let condition = NSCondition()
  private let state: Locked<(times: Latencies, failure: (any Error)?, missing: Int)>

  init(_ count: Int) {
    state = Locked((Latencies(), nil, count))
  }

  func add(_ result: Result<Latencies, any Error>) {
    state.withLock { state in
      switch result {
      case .success(let times): state.times.add(times)
      case .failure(let error): state.failure = error
      }
      state.missing -= 1
    }
    condition.lock()
    condition.signal()
    condition.unlock()
  }

  func wait() throws -> Latencies {
    condition.lock()
    defer { condition.unlock() }
    while state.withLock({ $0.missing }) > 0 { condition.wait() }
    let (times, failure, _) = state.withLock { $0 }
    if let failure { throw failure }
    return times
  }
}
