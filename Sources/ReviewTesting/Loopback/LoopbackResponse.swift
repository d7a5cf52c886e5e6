// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation

/// How the loopback server answers a request.
package struct LoopbackResponse: Sendable {
  /// How the bytes go out.
  package enum Manner: Sendable {
    case plain
    /// In pieces of so many bytes, with a wait before each.
    case dripping(bytes: Int, every: Duration)
    /// Nothing more after so many bytes of the body; the connection stays open.
    case hangingAfter(bytes: Int)
    /// The connection is reset after so many bytes of the body.
    case resettingAfter(bytes: Int)
    /// The connection ends after so many bytes of the body, however many were promised.
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
  /// Without a length the end of the connection is the end of the body.
  package var saysLength = true
  /// How long it is kept before anything of it goes out.
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

  /// So many bytes that are zero, compressed more than a hundredfold.
  package static func gzippedZeros(_ count: Int) -> LoopbackResponse {
    LoopbackResponse(fields: [("Content-Encoding", "gzip")], body: GzipStream.zeros(count))
  }

  package static let silent = LoopbackResponse(manner: .silent)
  package static let resetting = LoopbackResponse(manner: .resetting)

  /// Status line and header fields.
  var head: Data {
    var lines = ["HTTP/1.1 \(status) Loopback"]
    if saysLength { lines.append("Content-Length: \(body.count)") } else { lines.append("Connection: close") }
    lines += fields.map { "\($0.name): \($0.value)" }
    return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }
}
