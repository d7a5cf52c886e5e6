// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// How a forge names its messages and proves that they are its own.
package enum WebhookForm: String, Sendable, CaseIterable {
  case github, gitlab, gitea

  /// The largest body, in bytes. GitHub sends at most 25 MB and drops larger events
  /// (https://docs.github.com/en/webhooks/webhook-events-and-payloads); GitLab's default is the same
  /// (https://docs.gitlab.com/user/project/integrations/webhooks/).
  package static let largestBody = 25 << 20

  /// Whether the message comes from who knows a secret. Looks at the bytes alone: nothing is parsed before.
  ///
  /// GitHub and Gitea sign the body (HMAC-SHA256); GitLab sends the secret itself. Signatures of other kinds, such as GitHub's
  /// old SHA-1, count for nothing.
  package func isAuthentic(_ message: WebhookMessage, _ secrets: WebhookSecrets) -> Bool {
    switch self {
    case .github:
      // https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
      guard let field = message.field("x-hub-signature-256"), field.hasPrefix("sha256="),
        let code = HexDigits.bytes(field.dropFirst(7), count: 32)
      else { return false }
      return secrets.signed(message.body, code)
    case .gitea:
      // https://docs.gitea.com/usage/webhooks; Forgejo has a name of its own besides.
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
  /// - Throws: ``WebhookFault`` when the message does not say.
  func envelope(of message: WebhookMessage) throws(WebhookFault) -> (id: String, event: String) {
    let (ids, events): ([String], [String]) =
      switch self {
      case .github: (["x-github-delivery"], ["x-github-event"])
      case .gitea: (["x-gitea-delivery", "x-forgejo-delivery"], ["x-gitea-event", "x-forgejo-event"])
      // A key that stays the same when a message is sent again came with GitLab 17.4.
      case .gitlab: (["idempotency-key", "x-gitlab-event-uuid"], ["x-gitlab-event"])
      }
    return (try value(of: ids, in: message), try value(of: events, in: message))
  }

  private func value(of names: [String], in message: WebhookMessage) throws(WebhookFault) -> String {
    let value = names.lazy.compactMap { message.field($0) }.first
    guard let value, (1...100).contains(value.utf8.count), value.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else {
      throw WebhookFault("the message has no \(names[0]), or one of more than 100 printable characters")
    }
    return value
  }
}
