// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
import Foundation
import ReviewContract

/// A message to a hook, with the signature of its forge, or a faulty one.
struct HookMessage: Sendable {
  let delivery: Int
  var url: String
  var fields: [(name: String, value: String)]
  var body: Data
  var delay = Duration.zero

  init(
    to hook: ForgeHook, delivery: Int, guid: String, event: String, payload: Data,
    tampering: StandInForge.Tampering?
  ) {
    self.delivery = delivery
    url = hook.url
    body = payload
    fields = [("Content-Type", "application/json")]
    let key = SymmetricKey(data: Data((hook.secret ?? "").utf8))
    var signature = Self.hexadecimal(HMAC<SHA256>.authenticationCode(for: payload, using: key))
    let old = Self.hexadecimal(HMAC<Insecure.SHA1>.authenticationCode(for: payload, using: key))
    if tampering == .signature { signature = (signature.hasPrefix("0") ? "1" : "0") + signature.dropFirst() }
    let isSigned = hook.secret != nil && tampering != .missing
    switch hook.kind {
    case .gitlab:
      let eventNames = ["pull_request": "Merge Request Hook", "issue_comment": "Note Hook", "push": "Push Hook"]
      fields += [
        ("User-Agent", "GitLab/17.11.0"), ("X-Gitlab-Event", eventNames[event] ?? "System Hook"),
        ("X-Gitlab-Event-UUID", guid), ("Idempotency-Key", guid),
      ]
      if isSigned { fields.append(("X-Gitlab-Token", tampering == .signature ? "wrong" : hook.secret ?? "")) }
    case .gitea:
      for name in ["Gitea", "GitHub"] { fields += [("X-\(name)-Delivery", guid), ("X-\(name)-Event", event)] }
      fields.append(("User-Agent", "Go-http-client/1.1"))
      if isSigned { fields += [("X-Gitea-Signature", signature), ("X-Hub-Signature-256", "sha256=\(signature)")] }
    default:
      fields += [
        ("User-Agent", "GitHub-Hookshot/1"), ("X-GitHub-Delivery", guid), ("X-GitHub-Event", event),
        ("X-GitHub-Hook-ID", "\(hook.id)"),
      ]
      if isSigned {
        fields.append(("X-Hub-Signature", "sha1=\(old)"))
        if tampering != .oldSignatureOnly { fields.append(("X-Hub-Signature-256", "sha256=\(signature)")) }
      }
    }
    if tampering == .body { body.append(UInt8(ascii: " ")) }
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
