// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
import Foundation

/// A signed webhook request for one pull request: the parts before and after the delivery's id.
struct DeliveryMessage {
  /// The size of the body in bytes.
  static let size = DeliverySender.bodySize

  let before: [UInt8]
  let after: [UInt8]

  init(_ number: Int) {
    let digits = "\(number)"
    let head = String(repeating: "a", count: 40 - digits.count) + digits
    let start = """
      {"action":"opened","number":\(number),"repository":{"full_name":"acme/\(number % 8)"},"pull_request":{"number":\(number),\
      "draft":false,"updated_at":"2026-01-01T00:00:00Z","head":{"sha":"\(head)","repo":{"full_name":"acme/\(number % 8)"}},\
      "base":{"sha":"\(head)","repo":{"full_name":"acme/\(number % 8)"}}},"sender":{
      """
    // Many short fields, as a forge's events have.
    var body = start
    var field = 0
    while body.utf8.count < Self.size - 100 {
      body += "\"field_\(field)_url\":\"https://api.example.com/repos/acme/shapes/field/\(field)\",\n"
      field += 1
    }
    body += "\"last\":\"" + String(repeating: "x", count: Self.size - body.utf8.count - 11) + "\"}}"
    let key = SymmetricKey(data: Data(DeliverySender.secret.utf8))
    let code = HMAC<SHA256>.authenticationCode(for: Data(body.utf8), using: key)
      .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let before =
      "POST /webhook/forge HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      + "X-GitHub-Event: pull_request\r\nX-Hub-Signature-256: sha256=\(code)\r\nContent-Length: \(body.utf8.count)\r\n"
      + "X-GitHub-Delivery: "
    self.before = Array(before.utf8)
    after = Array("\r\n\r\n\(body)".utf8)
  }
}

/// A connection to a server on this machine, which sends one delivery after the other.
final class DeliveryConnection {
  private let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: 4 << 10)

  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    let result = withUnsafePointer(to: &address) { [descriptor] pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure("no connection: \(String(cString: strerror(errno)))") }
  }

  deinit { close(descriptor) }

  /// Sends a delivery and waits until the server has accepted it with 202.
  func send(_ message: DeliveryMessage, id: String) throws {
    let bytes = message.before + Array(id.utf8) + message.after
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure("the server closed the connection") }
      sent += count
    }
    var received: [UInt8] = []
    // The body of the response is one JSON object.
    while received.last != UInt8(ascii: "}") {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { throw Failure("the server gave no answer") }
      received += buffer[..<count]
    }
    guard received.starts(with: "HTTP/1.1 202".utf8) else {
      throw Failure("not taken in: \(String(decoding: received.prefix(300), as: UTF8.self))")
    }
  }
}
