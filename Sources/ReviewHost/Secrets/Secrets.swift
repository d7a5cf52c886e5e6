// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import Isolation
import Observability
package import ReviewContract
import SystemPackage

/// The secrets that came with the environment. They are out of it by the time this exists.
package struct Secrets: Sendable {
  private let values: [String: String]

  /// - Parameter values: the secrets by the name of their variable.
  package init(values: [String: String]) {
    self.values = values
  }

  @TaskLocal package static var current = Secrets(values: [:])

  /// Variables that hold our token, the first that is set wins.
  private static let general = "REVIEWBOT_TOKEN"
  /// `USER:PASSWORD`, for fetching from a server that knows no tokens.
  private static let gitCredential = "REVIEWBOT_GIT_CREDENTIAL"
  private static let forgeVariables: [ForgeKind: String] = [
    .github: "GITHUB_TOKEN", .gitlab: "GITLAB_TOKEN", .gitea: "GITEA_TOKEN",
  ]

  /// Hides all of them in what this process says and writes from now on.
  package func hide() {
    let secrets = KnownSecrets.ofProgram
    let own = Set([Self.general, Self.gitCredential] + Self.forgeVariables.values)
    for name in own.subtracting([Self.gitCredential]) { values[name].map { secrets.learn($0) } }
    if let gitCredential { secrets.learn(userAndPassword: gitCredential) }
    secrets.learn(variables: values.filter { !own.contains($0.key) })
  }

  /// Cleans this process's environment. Whatever looks like a secret goes, because code under review runs beside us.
  package static func take(from environment: [String: String]) throws(ReexecutionError) -> Secrets {
    Secrets(
      values: try SecretEnvironment.take(
        [general, gitCredential] + forgeVariables.values, from: environment, isSecret: looksSecret))
  }

  /// The token that the environment had for a forge.
  package func token(for forge: ForgeKind) -> Secret? {
    let names = [Self.general] + [Self.forgeVariables[forge]].compactMap { $0 }
    return names.lazy.compactMap { values[$0] }.first.map { Secret($0) }
  }

  /// Whether the environment had a token that is meant for us and nobody else.
  package var hasOwnToken: Bool { values[Self.general] != nil }

  package var gitCredential: Secret? { values[Self.gitCredential].map { Secret($0) } }

  /// The token that a file holds.
  package func token(in file: String) throws(UsageError) -> Secret {
    let text = try Self.read(file, what: "token file", option: "--token-file")
    guard let text, !text.contains(where: \.isWhitespace) else {
      throw UsageError(
        "the token file \(file) does not hold one token", remedy: "put the token alone on its first line")
    }
    return Secret(text)
  }

  /// The private key that a file holds. Whether it is a good one shows when something is signed with it.
  package func privateKey(in file: String) throws(UsageError) -> Secret {
    let text = try Self.read(file, what: "key file", option: "--app-key-file")
    guard let text, text.hasPrefix("-----BEGIN "), text.contains("PRIVATE KEY-----") else {
      throw UsageError(
        "the key file \(file) holds no private key in PEM", remedy: "give the file that GitHub made for the app")
    }
    return Secret(text)
  }

  private static let largestFile = 16 << 10

  /// - Returns: the text without space around it; `nil` when there is none, or more than any secret has.
  package static func read(_ file: String, what: String, option: String) throws(UsageError) -> String? {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw UsageError("the \(what) \(file) cannot be read", remedy: "check \(option) and the file's permissions")
    }
    guard data.count <= largestFile else { return nil }
    let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    KnownSecrets.ofProgram.learn(text)
    return text.isEmpty ? nil : text
  }

  package static func looksSecret(_ name: String) -> Bool {
    let name = name.uppercased()
    return ["TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIAL", "PRIVATE_KEY", "API_KEY", "ACCESS_KEY"].contains {
      name.contains($0)
    }
  }
}
