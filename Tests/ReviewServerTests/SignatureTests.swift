// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import Testing

@testable import ReviewServer

struct SignatureTests {
  private let secrets: WebhookSecrets

  init() throws {
    secrets = try WebhookSecrets([Secret("It's a Secret to Everybody"), Secret("the one before, still good")])
  }

  private func message(_ fields: [(String, String)], body: String = "Hello, World!") -> WebhookMessage {
    WebhookMessage(fields: fields.map { (name: $0, value: $1) }, body: Array(body.utf8))
  }

  /// The example in GitHub's documentation.
  private static let code = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"
  /// HMAC-SHA256 of the same text with the second secret.
  private static let before = "3d12bed4de68fb3b70cdaccff1573311598fa3a817af97540eefc1042b1c64e9"

  @Test(arguments: [code, before, code.uppercased()])
  func `a signature with either secret is accepted`(code: String) {
    #expect(ForgeDescription.github.webhooks.isAuthentic(message([("X-Hub-Signature-256", "sha256=\(code)")]), secrets))
    #expect(ForgeDescription.gitea.webhooks.isAuthentic(message([("X-Gitea-Signature", code)]), secrets))
    #expect(ForgeDescription.gitea.webhooks.isAuthentic(message([("X-Forgejo-Signature", code)]), secrets))
  }

  @Test(
    arguments: [
      [], [("X-Hub-Signature-256", code)], [("X-Hub-Signature-256", "sha256=")],
      [("X-Hub-Signature-256", "sha256=\(code.dropLast())")], [("X-Hub-Signature-256", "sha256=\(code)0")],
      [("X-Hub-Signature-256", "sha256=8" + code.dropFirst())],
      [("X-Hub-Signature-256", "sha256=" + String(repeating: "é", count: 32))],
      // Almost valid.
      [("X-Hub-Signature-256", "sha256= \(code)")], [("X-Hub-Signature-256", "SHA256=\(code)")],
      [("X-Hub-Signature-256", "sha256:\(code)")], [("X-Hub-Signature-256", "sha256=0x\(code)")],
      [("X-Hub-Signature-256", "\"sha256=\(code)\"")], [("X-Hub-Signature-256", "sha256=\(code),sha256=\(code)")],
      [("X-Hub-Signature-256", "sha256=\(code)\u{0}")], [("X-Hub-Signature-256", "sha512=\(code)")],
      [("X-Hub-Signature-256", String(repeating: "0", count: 100_000))],
      // The fields of other forges, and the digest without a key.
      [("X-Gitea-Signature", code)], [("X-Forgejo-Signature", code)],
      [("X-Gitlab-Token", "It's a Secret to Everybody")],
      [("X-Hub-Signature-256", "sha256=dffd6021bb2bd5b0af676290809ec3a53191dd81c7f70a4b28688a362182986f")],
      [("Authorization", "Bearer It's a Secret to Everybody")],
      // A signature with a broken hash does not count.
      [("X-Hub-Signature", "sha1=03d27bbfd5dd4a2b6a0c8b5ee5e5c0a1c8fdbd6d")],
      // The first field counts.
      [("X-Hub-Signature-256", "sha256=00"), ("X-Hub-Signature-256", "sha256=\(code)")],
    ] as [[(String, String)]])
  func `a missing, malformed or different signature is rejected`(fields: [(String, String)]) {
    #expect(!ForgeDescription.github.webhooks.isAuthentic(message(fields), secrets))
  }

  @Test func `a changed body does not match its signature`() {
    let fields = [("X-Hub-Signature-256", "sha256=\(Self.code)")]
    #expect(!ForgeDescription.github.webhooks.isAuthentic(message(fields, body: "Hello, World?"), secrets))
    #expect(!ForgeDescription.github.webhooks.isAuthentic(message(fields, body: ""), secrets))
  }

  @Test(arguments: [
    ("It's a Secret to Everybody", true), ("the one before, still good", true), ("It's a Secret to Everybod", false),
    ("It's a Secret to Everybody ", false), ("", false),
  ])
  func `a GitLab token must equal one of the secrets`(token: String, isAuthentic: Bool) {
    #expect(ForgeDescription.gitlab.webhooks.isAuthentic(message([("X-Gitlab-Token", token)]), secrets) == isAuthentic)
  }

  @Test func `the authentication of one forge is not valid for another`() {
    let fields = [("X-Gitlab-Token", "It's a Secret to Everybody")]
    #expect(!ForgeDescription.github.webhooks.isAuthentic(message(fields), secrets))
    #expect(
      !ForgeDescription.gitlab.webhooks.isAuthentic(message([("X-Hub-Signature-256", "sha256=\(Self.code)")]), secrets))
  }

  @Test(arguments: [
    ([], "no webhook secret; without one, deliveries cannot be authenticated"),
    (["short"], "a webhook secret has 5 bytes; it needs at least 16"),
    (["long enough to be good", ""], "a webhook secret has 0 bytes; it needs at least 16"),
    (
      Array(repeating: "long enough to be good", count: 3),
      "3 webhook secrets; give at most two, the current and the previous one"
    ),
  ])
  func `missing, short or surplus secrets are rejected`(texts: [String], message: String) {
    #expect { try WebhookSecrets(texts.map { Secret($0) }) } throws: { "\($0)" == message }
  }
}
