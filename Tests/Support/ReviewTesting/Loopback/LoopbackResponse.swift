// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation

/// A response of the loopback server.
package struct LoopbackResponse: Sendable {
  /// How the bytes are sent.
  package enum Manner: Sendable {
    case plain
    /// In pieces of a number of bytes, with a wait before each.
    case dripping(bytes: Int, every: Duration)
    /// Nothing after a number of bytes of the body; the connection stays open.
    case hangingAfter(bytes: Int)
    /// The connection is reset after a number of bytes of the body.
    case resettingAfter(bytes: Int)
    /// The connection ends after a number of bytes of the body, independent of the declared length.
    case endingAfter(bytes: Int)
    /// Not even a status line; the connection stays open.
    case silent
    /// The connection is reset before the status line.
    case resetting
  }

  package var status: Int
  package var fields: [(name: String, value: String)]
  package var body: Data
  package var manner: Manner
  /// Whether there is a `Content-Length`. Without it, the end of the connection is the end of the body.
  package var hasContentLength = true
  /// The wait before the first byte.
  package var delay = Duration.zero

  package init(
    _ status: Int = 200, fields: [(name: String, value: String)] = [], body: Data = Data(), manner: Manner = .plain
  ) {
    self.status = status
    self.fields = fields
    self.body = body
    self.manner = manner
  }

  package static func text(_ text: String, status: Int = 200, manner: Manner = .plain) -> LoopbackResponse {
    LoopbackResponse(status, fields: [("Content-Type", "text/plain")], body: Data(text.utf8), manner: manner)
  }

  package static func json(
    _ text: String, status: Int = 200, fields: [(name: String, value: String)] = []
  ) -> LoopbackResponse {
    LoopbackResponse(status, fields: [("Content-Type", "application/json")] + fields, body: Data(text.utf8))
  }

  package static func redirect(_ status: Int, to location: String) -> LoopbackResponse {
    LoopbackResponse(status, fields: [("Location", location)])
  }

  /// Returns zeros, compressed more than a hundredfold.
  package static func gzippedZeros(_ count: Int) -> LoopbackResponse {
    LoopbackResponse(fields: [("Content-Encoding", "gzip")], body: GzipStream.zeros(count))
  }

  package static let silent = LoopbackResponse(manner: .silent)
  package static let resetting = LoopbackResponse(manner: .resetting)

  /// The status line and the header fields.
  var head: Data {
    var lines = ["HTTP/1.1 \(status) Loopback"]
    if hasContentLength { lines.append("Content-Length: \(body.count)") } else { lines.append("Connection: close") }
    lines += fields.map { "\($0.name): \($0.value)" }
    return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }
}
