// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import Testing

/// An event that a server sent, or a comment.
struct ServerEvent: Hashable, Sendable {
  var name = ""
  var id: String?
  var data: [String] = []

  /// The numbers of the lines of a log.
  var lines: [Int] { data.joined(separator: "\n").matches(of: /id="L([0-9]+)"/).compactMap { Int($0.1) } }
}

/// The events of a connection, in order, as a browser reads them.
struct ServerEvents {
  let client: PlainClient
  let head: PlainClient.Response
  private var text = ""
  private var hasEnded = false

  init(_ pages: RunningPages, _ path: String, cookie: String? = nil, last: String? = nil) async throws {
    client = try await PlainClient(port: pages.port)
    let fields = cookie.map { [("Cookie", $0)] } ?? []
    await client.send(PlainClient.head("GET", path, fields + (last.map { [("Last-Event-ID", $0)] } ?? [])))
    head = try await client.head()
  }

  /// Returns the next event; `nil` at the end of the response, also when it is cut off.
  mutating func next() async throws -> ServerEvent? {
    while true {
      if let end = text.range(of: "\n\n") {
        let event = ServerEvent(text[..<end.lowerBound])
        text = String(text[end.upperBound...])
        if event != ServerEvent() { return event }
        continue
      }
      guard !hasEnded else { return nil }
      guard let part = try await part() else {
        hasEnded = true
        continue
      }
      text += part
    }
  }

  private func part() async throws -> String? {
    do {
      return try await client.part()
    } catch let error as PlainClient.Failure where error.message == "the body is cut off" {
      return nil
    }
  }

  /// Returns the events up to the first that meets a condition, or to the end.
  mutating func upTo(_ isLast: (ServerEvent) -> Bool) async throws -> [ServerEvent] {
    var events: [ServerEvent] = []
    while let event = try await next() {
      events.append(event)
      if isLast(event) { break }
    }
    return events
  }

  /// Returns all events.
  mutating func rest() async throws -> [ServerEvent] { try await upTo { _ in false } }
}

extension ServerEvent {
  /// Comments, and the time of connecting again, are no events.
  fileprivate init(_ text: Substring) {
    for line in text.split(separator: "\n") {
      if line.hasPrefix("event: ") { name = String(line.dropFirst(7)) }
      if line.hasPrefix("id: ") { id = String(line.dropFirst(4)) }
      if line.hasPrefix("data: ") { data.append(String(line.dropFirst(6))) }
    }
  }
}

extension Sequence<ServerEvent> {
  var names: [String] { map(\.name) }
  /// The numbers of the lines of a log, in all events.
  var lines: [Int] { flatMap(\.lines) }
}
