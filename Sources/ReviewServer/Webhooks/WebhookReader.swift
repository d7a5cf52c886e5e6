// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// Parses an authentic delivery.
package struct WebhookReader: Sendable {
  private let flavor: WebhookFlavor
  private let name: String

  /// - Parameter name: the name of the bot in comments: `/NAME recheck`.
  package init(_ flavor: WebhookFlavor, name: String = "reviewbot") {
    self.flavor = flavor
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
    let (id, name) = try flavor.envelope(of: message)
    let event: Result<WebhookEvent, WebhookFault>
    do throws(WebhookFault) {
      event = .success(try self.event(name, try FormPayload.json(of: message)))
    } catch {
      event = .failure(error)
    }
    return Reading(id: id, name: name, event: event, digest: Fingerprint.name(of: message.body))
  }

  private func event(_ event: String, _ body: [UInt8]) throws(WebhookFault) -> WebhookEvent {
    switch flavor {
    case .github, .gitea: try GitHubEvents(fields: Fields(GitHubEvents.wanted, in: body), name: name).event(event)
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
}

/// The header fields and the authentication of a kind of forge's deliveries.
package enum WebhookFlavor: String, Sendable, CaseIterable {
  case github, gitlab, gitea

  /// The largest body, in bytes. GitHub sends at most 25 MB and drops larger events
  /// (https://docs.github.com/en/webhooks/webhook-events-and-payloads); GitLab's default is the same
  /// (https://docs.gitlab.com/user/project/integrations/webhooks/).
  package static let largestBody = 25 << 20

  /// Whether the delivery is authenticated with one of the secrets. The body is not parsed.
  ///
  /// GitHub and Gitea sign the body (HMAC-SHA256); GitLab sends the secret itself. Other signatures, such as GitHub's
  /// deprecated SHA-1, are ignored.
  package func isAuthentic(_ message: WebhookMessage, _ secrets: WebhookSecrets) -> Bool {
    switch self {
    case .github:
      // https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
      guard let field = message.field("x-hub-signature-256"), field.hasPrefix("sha256="),
        let code = HexDigits.bytes(field.dropFirst(7), count: 32)
      else { return false }
      return secrets.signed(message.body, code)
    case .gitea:
      // https://docs.gitea.com/usage/webhooks; Forgejo also sends its own field.
      guard let field = message.field("x-gitea-signature") ?? message.field("x-forgejo-signature"),
        let code = HexDigits.bytes(field, count: 32)
      else { return false }
      return secrets.signed(message.body, code)
    case .gitlab:
      // https://docs.gitlab.com/user/project/integrations/webhooks/#validate-webhook-requests
      return message.field("x-gitlab-token").map(secrets.contain) ?? false
    }
  }

  /// The id of a delivery, the same when it is sent again, and the name of its event.
  ///
  /// - Throws: ``WebhookFault`` when one is missing or invalid.
  func envelope(of message: WebhookMessage) throws(WebhookFault) -> (id: String, event: String) {
    let (ids, events): ([String], [String]) =
      switch self {
      case .github: (["x-github-delivery"], ["x-github-event"])
      case .gitea: (["x-gitea-delivery", "x-forgejo-delivery"], ["x-gitea-event", "x-forgejo-event"])
      // GitLab 17.4 introduced a key that stays the same when a delivery is sent again.
      case .gitlab: (["idempotency-key", "x-gitlab-event-uuid"], ["x-gitlab-event"])
      }
    return (try value(of: ids, in: message), try value(of: events, in: message))
  }

  private func value(of names: [String], in message: WebhookMessage) throws(WebhookFault) -> String {
    let value = names.lazy.compactMap { message.field($0) }.first
    guard let value, (1...100).contains(value.utf8.count), value.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else {
      throw WebhookFault("the message has no \(names[0]) of 1 to 100 printable characters")
    }
    return value
  }
}
