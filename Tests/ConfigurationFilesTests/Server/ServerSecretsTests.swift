// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import Testing

@testable import ConfigurationFiles

struct ServerSecretsTests {
  private static let key = "-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----"

  @Test func `secrets are read from files without the line break at the end`() async throws {
    try await withScratchDirectory { folder in
      try write(["hook": "0123456789abcdef\n", "old": "fedcba9876543210\r\n"], in: folder)
      try write(["token": "ghp_1", "app.pem": Self.key + "\n", "git": "glpat-2\n"], in: folder)
      let text = """
        version: 1
        forges:
          - {kind: github, webhook_secrets: [F/hook, F/old], app: {id: 12, key: F/app.pem}, repositories: [a/b]}
          - {kind: gitlab, webhook_secrets: [F/hook], token: F/token, repositories: [a/b]}
        dependencies: {tokens: [{host: git.example.com, file: F/git}]}
        """
      let hook = Secret("0123456789abcdef")
      #expect(
        try secrets(text, folder)
          == ServerSecrets(
            forges: [
              "github": ForgeSecrets(
                webhooks: [hook, Secret("fedcba9876543210")],
                credential: .app(id: "12", key: Secret(Self.key))),
              "gitlab": ForgeSecrets(webhooks: [hook], credential: .token(Secret("ghp_1"))),
            ], dependencyTokens: ["git.example.com": Secret("glpat-2")]))
    }
  }

  @Test func `all problems of secret files are reported with their location in the configuration`() async throws {
    try await withScratchDirectory { folder in
      try write(["short": "s3cr3t\n", "two": "s3cr3t s3cr3t", "empty": "\n", "open": "s3cr3t"], in: folder)
      try write(["lines": "s3cr3ts3cr3ts3cr3t\nb", "large": String(repeating: "s3cr3t", count: 3000)], in: folder)
      try Data([0x73, 0xff]).write(to: URL(fileURLWithPath: "\(folder.path)/bytes"))
      #expect(chmod("\(folder.path)/bytes", 0o600) == 0)
      #expect(chmod("\(folder.path)/open", 0o640) == 0)
      _ = try folder.folder("folder")
      let text = """
        version: 1
        forges:
          - name: one
            kind: github
            webhook_secrets: [F/short, F/missing]
            token: F/two
            repositories: [a/b]
          - {name: two, kind: github, webhook_secrets: [F/lines, F/folder], app: {id: 12, key: F/two}, repositories: [a/b]}
          - {name: three, kind: github, webhook_secrets: [F/empty, F/bytes], token: F/large, repositories: [a/b]}
        dependencies: {tokens: [{host: h, file: F/open}]}
        """
      let found = problems(text, folder).map { $0.replacing("\(folder.path)", with: "F") }
      let expected = [
        "one: the file of the webhook secret, F/short, contains 6 bytes, fewer than 16; "
          + "generate a secret, for example with openssl rand -hex 32, and set it on the forge, too",
        "one: the file of the webhook secret, F/missing, cannot be read: No such file or directory; "
          + "create it, or correct the path",
        "one: the file of the token, F/two, does not contain exactly one token; write only the token, on the first line",
        "two: the file of the webhook secret, F/lines, does not contain exactly one secret; write only the secret, on the first line",
        "two: the file of the webhook secret, F/folder, is not a regular file; name a file",
        "two: the file of the private key, F/two, contains no PEM private key; use the file that GitHub generated for the app",
        "three: the file of the webhook secret, F/empty, is empty; write the webhook secret to it",
        "three: the file of the webhook secret, F/bytes, is not UTF-8; write the webhook secret as text",
        "three: the file of the token, F/large, has more than 16384 bytes; name the right file",
      ]
      let dependencies =
        "tokens: h: the file of the token, F/open, is accessible to other users: its mode is 640; "
        + "chmod 600 F/open, and rotate the secret if it may have been read"
      #expect(found.map(Self.message) == expected.map { "forges: \($0)" } + [dependencies])
      #expect(found.map(Self.line) == [5, 5, 6, 8, 8, 8, 9, 9, 9, 10])
      #expect(!found.contains { $0.contains("s3cr3t") })
    }
  }

  /// An access control list grants access to the user of the service; `stat` reports it as permissions of the group.
  @Test(arguments: [(0o440, true), (0o400, true), (0o444, false), (0o600, true)] as [(mode_t, Bool)])
  func `systemd credentials can be readable by the group but not by others`(mode: mode_t, isFit: Bool) async throws {
    try await withScratchDirectory { folder in
      try write(["reviewbot.service/hook": "0123456789abcdef", "reviewbot.service/token": "t"], in: folder)
      #expect(chmod("\(folder.path)/reviewbot.service/token", mode) == 0)
      let text =
        "version: 1\nforges: [{kind: gitlab, webhook_secrets: [F/reviewbot.service/hook], "
        + "token: F/reviewbot.service/token, repositories: [a/b]}]"
      #expect(problems(text, folder, credentials: "\(folder.path)").isEmpty == isFit)
    }
  }

  private func write(_ files: [String: String], in folder: ScratchDirectory) throws {
    for (name, text) in files {
      try folder.write(name, text)
      #expect(chmod("\(folder.path)/\(name)", 0o600) == 0)
    }
  }

  /// - Parameter text: the file; `F` stands for the folder.
  private func secrets(
    _ text: String, _ folder: ScratchDirectory, credentials: String = "/run/credentials"
  ) throws(ConfigurationError) -> ServerSecrets {
    let text = text.replacing("F/", with: "\(folder.path)/")
    let configuration = try ServerConfigurationReader().read(text: text, file: "f")
    return try ServerSecrets.read(configuration, file: "f", credentials: credentials)
  }

  private func problems(
    _ text: String, _ folder: ScratchDirectory, credentials: String = "/run/credentials"
  ) -> [String] {
    do {
      _ = try secrets(text, folder, credentials: credentials)
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  /// Returns the text after `f:LINE:COLUMN: `.
  private static func message(_ problem: String) -> String {
    problem.split(separator: " ", maxSplits: 1).last.map(String.init) ?? problem
  }

  private static func line(_ problem: String) -> Int? {
    problem.split(separator: ":").dropFirst().first.flatMap { Int($0) }
  }
}
