// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Sends one message over its own connection, and blocks until the response.
enum HookConnection {
  private static let seconds = 10

  /// Returns the status and the header of the response; `nil` when there is none.
  static func send(_ message: HookMessage) -> (status: Int, fields: [String: String])? {
    guard let url = URLComponents(string: message.url), let host = url.host, let port = url.port else { return nil }
    // Hooks are on this machine; without a connection there is no response.
    guard var stream = try? SocketStream(to: sockaddr_in(port: port), seconds: seconds) else { return nil }
    defer { close(stream.descriptor) }
    var lines = ["POST \(url.path.isEmpty ? "/" : url.path) HTTP/1.1", "Host: \(host):\(port)", "Connection: close"]
    lines += message.fields.map { "\($0.name): \($0.value)" } + ["Content-Length: \(message.body.count)", "", ""]
    guard stream.send(Data(lines.joined(separator: "\r\n").utf8) + message.body), let head = stream.head(),
      let status = head.start.dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    // Reads the whole body: a server whose connection is closed while it writes could log an error.
    if let length = head.contentLength { _ = stream.bytes(length) } else { while stream.receive() {} }
    return (status, Dictionary(head.fields.map { ($0.name, $0.value) }) { $1 })
  }
}
