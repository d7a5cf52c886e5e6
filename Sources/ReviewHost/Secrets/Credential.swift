// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Forges
package import ReviewContract
import ReviewHost

/// By what a forge knows us.
package enum Credential: Hashable, Sendable {
  case nobody
  case token(Secret)
  case app(AppSettings)

  /// What nobody else may see of it.
  package var secret: Secret? {
    switch self {
    case .nobody: nil
    case .token(let token): token
    case .app(let app): app.privateKey
    }
  }
}

/// What the command line and the environment name for a credential.
package struct CredentialChoice: Hashable, Sendable {
  package var tokenFile: String?
  /// The number or the client id of a GitHub App.
  package var appID: String?
  package var appKeyFile: String?

  package init(tokenFile: String? = nil, appID: String? = nil, appKeyFile: String? = nil) {
    self.tokenFile = tokenFile
    self.appID = appID
    self.appKeyFile = appKeyFile
  }

  package static let appIDVariable = "REVIEWBOT_APP_ID"
  package static let appKeyFileVariable = "REVIEWBOT_APP_KEY_FILE"

  /// The credential for a forge. What the command line names comes before what the environment holds, and our own
  /// variables come before those that are always there in a CI job.
  package func credential(
    for forge: ForgeKind, secrets: Secrets, environment: [String: String]
  ) throws(UsageError) -> Credential {
    if tokenFile != nil, appID != nil || appKeyFile != nil {
      throw UsageError("a token and an app are given", remedy: "use --token-file, or --app-id with --app-key-file")
    }
    if let tokenFile { return .token(try secrets.token(in: tokenFile)) }
    if appID != nil || appKeyFile != nil {
      guard forge == .github else {
        throw UsageError("only GitHub knows apps", remedy: "use --token-file, or --forge github")
      }
      return try app(secrets, environment)
    }
    if forge == .github, isSet(Self.appIDVariable, environment) || isSet(Self.appKeyFileVariable, environment) {
      guard !secrets.hasOwnToken else {
        throw UsageError(
          "REVIEWBOT_TOKEN and an app are given", remedy: "unset it, or \(Self.appIDVariable) and its file's variable")
      }
      return try app(secrets, environment)
    }
    return secrets.token(for: forge).map { .token($0) } ?? .nobody
  }

  private func app(_ secrets: Secrets, _ environment: [String: String]) throws(UsageError) -> Credential {
    guard let id = appID ?? value(Self.appIDVariable, environment) else {
      throw UsageError("a key is given and no app", remedy: "give --app-id or set \(Self.appIDVariable)")
    }
    guard let file = appKeyFile ?? value(Self.appKeyFileVariable, environment) else {
      throw UsageError(
        "app \(id) is given and no key", remedy: "give --app-key-file or set \(Self.appKeyFileVariable)")
    }
    let isPlain = id.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "/") }
    guard isPlain, !id.isEmpty, id.utf8.count <= 100 else {
      throw UsageError("\(id.prefix(100)) is no app's id", remedy: "give the number or the client id that GitHub shows")
    }
    return .app(AppSettings(id: id, privateKey: try secrets.privateKey(in: file)))
  }

  private func isSet(_ name: String, _ environment: [String: String]) -> Bool { value(name, environment) != nil }

  private func value(_ name: String, _ environment: [String: String]) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
