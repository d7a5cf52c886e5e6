// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Forges
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewHost

struct CredentialChoiceTests {
  private static let key = "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----"

  /// A choice of a credential. FILE stands for a key, TOKEN for a file with a token.
  struct Case: Sendable {
    var arguments = CredentialChoice()
    var secrets: [String: String] = [:]
    var variables: [String: String] = [:]
    var forge = ForgeKind.github
    /// Such as `token t`, `app 7` or `anonymous`; else the beginning of an error.
    let expected: String
  }

  private static let named = ["REVIEWBOT_APP_ID": "7", "REVIEWBOT_APP_KEY_FILE": "FILE"]

  @Test(arguments: [
    Case(expected: "anonymous"),
    Case(secrets: ["GITHUB_TOKEN": "t"], expected: "token t"),
    Case(arguments: .init(tokenFile: "TOKEN"), secrets: ["REVIEWBOT_TOKEN": "t"], expected: "token in file"),
    Case(arguments: .init(tokenFile: "TOKEN"), variables: named, expected: "token in file"),
    Case(
      arguments: .init(appID: "Iv1.a", appKeyFile: "FILE"), secrets: ["REVIEWBOT_TOKEN": "t"], expected: "app Iv1.a"),
    Case(variables: named, expected: "app 7"),
    Case(arguments: .init(appID: "8"), variables: named, expected: "app 8"),
    // reviewbot's own variables take precedence over those of every job.
    Case(secrets: ["GITHUB_TOKEN": "t"], variables: named, expected: "app 7"),
    Case(
      secrets: ["REVIEWBOT_TOKEN": "t"], variables: named, expected: "both REVIEWBOT_TOKEN and an app are given; unset"),
    Case(secrets: ["GITLAB_TOKEN": "t"], variables: named, forge: .gitlab, expected: "token t"),
    Case(variables: named, forge: .local, expected: "anonymous"),
    Case(arguments: .init(appID: "7", appKeyFile: "FILE"), forge: .gitea, expected: "only GitHub supports apps; use"),
    Case(
      arguments: .init(tokenFile: "TOKEN", appID: "7"), expected: "both a token and an app are given; use --token-file"),
    Case(
      arguments: .init(appID: "7"), expected: "no key for app 7; give --app-key-file or set REVIEWBOT_APP_KEY"),
    Case(
      arguments: .init(appKeyFile: "FILE"), expected: "no id for the app's key; give --app-id or set REVIEWBOT_APP_ID"),
    Case(variables: ["REVIEWBOT_APP_ID": "7", "REVIEWBOT_APP_KEY_FILE": ""], expected: "no key for app 7"),
    Case(arguments: .init(appID: "a b", appKeyFile: "FILE"), expected: "invalid app id a b; give the number"),
    Case(
      arguments: .init(appID: "7", appKeyFile: "gone"),
      expected: "cannot read the key file \"gone\": No such file or directory; check --app-key"),
    Case(
      arguments: .init(appID: "7", appKeyFile: "TOKEN"),
      expected: "the key file \"TOKEN\" does not contain a private key in PEM"),
  ]) func `a credential is chosen by precedence, and invalid choices are rejected`(_ choice: Case) async throws {
    try await withScratchDirectory { folder in
      let files = [
        "FILE": try folder.write("key", Self.key).string, "TOKEN": try folder.write("token", "in file\n").string,
      ]
      func placed(_ text: String?) -> String? { text.map { files[$0] ?? $0 } }
      var arguments = choice.arguments
      arguments.tokenFile = placed(arguments.tokenFile)
      arguments.appKeyFile = placed(arguments.appKeyFile)
      try folder.write("token", "in-file\n")
      let text: String
      do {
        let credential = try arguments.credential(
          for: choice.forge, secrets: Secrets(values: choice.secrets),
          environment: choice.variables.mapValues { placed($0) ?? $0 })
        text =
          switch credential {
          case .anonymous: "anonymous"
          case .token(let token): "token \(token.reveal().replacing("-", with: " "))"
          case .app(let app): app.privateKey.reveal() == Self.key ? "app \(app.id)" : "another key"
          }
        #expect(text == choice.expected)
      } catch let error as UsageError {
        text = files.reduce("\(error)") { $0.replacing($1.value, with: $1.key) }
        #expect(text.hasPrefix(choice.expected), "\(text)")
      }
    }
  }
}
