// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore
import ReviewTesting
import SystemPackage
import Testing

@testable import reviewbot

struct SecretsTests {
  @Test(
    arguments: [
      (["REVIEWBOT_TOKEN": "a", "GITHUB_TOKEN": "b"], ForgeKind.github, "a"), (["GITHUB_TOKEN": "b"], .github, "b"),
      (["GITHUB_TOKEN": "b"], .local, nil), (["REVIEWBOT_TOKEN": "a"], .local, "a"), ([:], .github, nil),
    ] as [([String: String], ForgeKind, String?)])
  func `takes our own variable before the forge's`(values: [String: String], forge: ForgeKind, token: String?) throws {
    #expect(try Secrets(values: values).token(for: forge, file: nil)?.reveal() == token)
  }

  @Test func `takes the file before any variable`() async throws {
    try await withScratchFolder { folder in
      let file = try folder.write("token", "  t\n\n")
      let secrets = Secrets(values: ["REVIEWBOT_TOKEN": "a"])
      #expect(try secrets.token(for: .github, file: file.string)?.reveal() == "t")
    }
  }

  @Test(arguments: ["", "\n", "two tokens\n", "a\nb\n", String(repeating: "a", count: 17_000)])
  func `a file holds one token`(text: String) async throws {
    try await withScratchFolder { folder in
      let file = try folder.write("token", text)
      #expect(throws: UsageError.self) { try Secrets(values: [:]).token(for: .github, file: file.string) }
    }
  }

  @Test(arguments: [
    ("GITHUB_TOKEN", true), ("npm_config_token", true), ("ACTIONS_RUNTIME_TOKEN", true),
    ("AWS_SECRET_ACCESS_KEY", true),
    ("PGPASSWORD", true), ("PATH", false), ("SSH_AUTH_SOCK", false), ("HOME", false),
  ]) func `knows a secret by its name`(name: String, isSecret: Bool) {
    #expect(Secrets.looksSecret(name) == isSecret)
  }
}
