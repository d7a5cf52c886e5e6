// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewHost

struct SecretsTests {
  @Test(
    arguments: [
      (["REVIEWBOT_TOKEN": "a", "GITHUB_TOKEN": "b"], ForgeKind.github, "a"), (["GITHUB_TOKEN": "b"], .github, "b"),
      (["GITHUB_TOKEN": "b"], .local, nil), (["REVIEWBOT_TOKEN": "a"], .local, "a"), ([:], .github, nil),
    ] as [([String: String], ForgeKind, String?)])
  func `REVIEWBOT_TOKEN is preferred to the forge's token`(values: [String: String], forge: ForgeKind, token: String?) {
    #expect(Secrets(values: values).token(for: forge)?.reveal() == token)
  }

  @Test func `a token is read from a file without surrounding whitespace`() async throws {
    try await withScratchDirectory { folder in
      let file = try folder.write("token", "  t\n\n")
      #expect(try Secrets.token(in: file.string).reveal() == "t")
    }
  }

  @Test(arguments: ["", "\n", "two tokens\n", "a\nb\n", String(repeating: "a", count: 17_000)])
  func `a token file that is empty, too large or has several tokens is rejected`(text: String) async throws {
    try await withScratchDirectory { folder in
      let file = try folder.write("token", text)
      let error = #expect(throws: UsageError.self) { try Secrets.token(in: file.string) }
      #expect(
        error?.description
          == "the token file \"\(file)\" does not contain exactly one token; put the token alone on its first line")
    }
  }

  @Test func `a file that cannot be read is rejected with the name of its option`() {
    let message = "No such file or directory; check"
    let token = #expect(throws: UsageError.self) { try Secrets.token(in: "/nonexistent") }
    #expect(
      token?.description
        == "cannot read the token file \"/nonexistent\": \(message) --token-file and the file's permissions")
    let key = #expect(throws: UsageError.self) { try Secrets(values: [:]).privateKey(in: "/nonexistent") }
    #expect(
      key?.description
        == "cannot read the key file \"/nonexistent\": \(message) --app-key-file and the file's permissions")
  }

  @Test(arguments: [
    "", "ghp_token", "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n",
    "-----BEGIN RSA PRIVATE KEY-----\n" + String(repeating: "a", count: 17_000),
  ]) func `a key file that is too large or has no private key is rejected`(text: String) async throws {
    try await withScratchDirectory { folder in
      let file = try folder.write("key", text)
      let error = #expect(throws: UsageError.self) { try Secrets(values: [:]).privateKey(in: file.string) }
      #expect(
        error?.description == "the key file \"\(file)\" does not contain a private key in PEM; "
          + "give the file that GitHub generated for the app")
    }
  }

  @Test(arguments: [
    ("GITHUB_TOKEN", true), ("npm_config_token", true), ("ACTIONS_RUNTIME_TOKEN", true),
    ("AWS_SECRET_ACCESS_KEY", true),
    ("PGPASSWORD", true), ("PATH", false), ("SSH_AUTH_SOCK", false), ("HOME", false),
  ]) func `variables for secrets are recognized by their names`(name: String, isSecret: Bool) {
    #expect(Secrets.looksSecret(name) == isSecret)
  }
}
