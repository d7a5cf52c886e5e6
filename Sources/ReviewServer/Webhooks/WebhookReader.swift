// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
package import ReviewContract

/// Parses an authentic delivery.
package struct WebhookReader: Sendable {
  private let format: WebhookFormat
  private let name: String

  /// - Parameter name: the name of the bot in comments: `/NAME recheck`.
  package init(_ format: WebhookFormat, name: String = "reviewbot") {
    self.format = format
    self.name = name
  }

  /// A delivery with an id and an event name.
  package struct Reading: Hashable, Sendable {
    /// The same when the forge sends the delivery again.
    package let id: String
    /// The forge's name of the event.
    package let name: String
    /// The contents; a fault when the body is malformed.
    package let event: Result<WebhookEvent, WebhookFault>
    /// SHA-256 of the body, in hexadecimal.
    package let digest: String
  }

  /// - Throws: ``WebhookFault`` for a delivery without an id or an event name.
  package func read(_ message: WebhookMessage) throws(WebhookFault) -> Reading {
    let (id, name) = try format.envelope(of: message)
    let event: Result<WebhookEvent, WebhookFault>
    do throws(WebhookFault) {
      event = .success(try self.event(name, try FormPayload.json(of: message)))
    } catch {
      event = .failure(error)
    }
    return Reading(id: id, name: name, event: event, digest: Fingerprint.name(of: message.body))
  }

  private func event(_ event: String, _ body: [UInt8]) throws(WebhookFault) -> WebhookEvent {
    switch format.events {
    case .github: try GitHubEvents(fields: Fields(GitHubEvents.wanted, in: body), name: name).event(event)
    case .gitlab: try GitLabEvents(fields: Fields(GitLabEvents.wanted, in: body), name: name).event(event)
    }
  }
}

/// The JSON of a delivery that was sent as a form, the other content type of GitHub and Gitea: it is in the field
/// `payload`. The signature covers the form.
enum FormPayload {
  private static let type = "application/x-www-form-urlencoded"
  private static let field = Array("payload=".utf8)

  /// - Returns: the body itself when it is not a form.
  /// - Throws: ``WebhookFault`` for a form without a payload or with invalid percent-encoding.
  static func json(of message: WebhookMessage) throws(WebhookFault) -> [UInt8] {
    guard let type = message.field("content-type"), type.lowercased().hasPrefix(Self.type) else { return message.body }
    for part in message.body.split(separator: UInt8(ascii: "&")) where part.starts(with: field) {
      return try decoded(part.dropFirst(field.count))
    }
    throw WebhookFault("the form has no payload")
  }

  private static func decoded(_ text: ArraySlice<UInt8>) throws(WebhookFault) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      switch text[index] {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        let digits = text[(index + 1)...].prefix(2)
        guard let byte = HexDigits.bytes(String(decoding: digits, as: UTF8.self), count: 1) else {
          throw WebhookFault("the form has invalid percent-encoding")
        }
        bytes += byte
        index += 2
      case let byte: bytes.append(byte)
      }
      index += 1
    }
    return bytes
  }
}

/// An authentic delivery that is malformed.
package struct WebhookFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence without a full stop.
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// A delivery as it was received.
package struct WebhookMessage: Sendable {
  private let fields: [String: String]
  /// The bytes as they were sent, which are signed.
  package let body: [UInt8]

  /// - Parameter fields: the header fields; of several with the same name the first applies.
  package init(fields: [(name: String, value: String)], body: [UInt8]) {
    self.fields = Dictionary(fields.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
    self.body = body
  }

  /// The value of a header field.
  ///
  /// - Parameter name: in lower case.
  func field(_ name: String) -> String? { fields[name] }

  /// The value of the first of some header fields that is there.
  fileprivate func first(of names: [String]) -> String? { names.lazy.compactMap(field).first }
}

extension WebhookFormat {
  /// Whether the delivery is authenticated with one of the secrets. The body is not parsed.
  package func isAuthentic(_ message: WebhookMessage, _ secrets: WebhookSecrets) -> Bool {
    switch authentication {
    case .signature(let fields, let prefix):
      guard let field = message.first(of: fields), field.hasPrefix(prefix),
        let code = HexDigits.bytes(field.dropFirst(prefix.count), count: 32)
      else { return false }
      return secrets.signed(message.body, code)
    case .secret(let field): return message.field(field).map(secrets.contain) ?? false
    }
  }

  /// The id of a delivery and the name of its event.
  ///
  /// - Throws: ``WebhookFault`` when one is missing or invalid.
  func envelope(of message: WebhookMessage) throws(WebhookFault) -> (id: String, event: String) {
    (try value(of: idFields, in: message), try value(of: eventFields, in: message))
  }

  private func value(of names: [String], in message: WebhookMessage) throws(WebhookFault) -> String {
    let value = message.first(of: names)
    guard let value, (1...100).contains(value.utf8.count), value.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else {
      throw WebhookFault("the message has no \(names[0]) of 1 to 100 printable characters")
    }
    return value
  }
}
