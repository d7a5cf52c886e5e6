// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Forges
package import ReviewContract

/// The credential for a forge, if any.
package enum Credential: Hashable, Sendable {
  case anonymous
  case token(Secret)
  case app(AppSettings)

  /// The token or the private key, which must not be disclosed; `nil` for anonymous requests.
  package var secret: Secret? {
    switch self {
    case .anonymous: nil
    case .token(let token): token
    case .app(let app): app.privateKey
    }
  }
}

/// Selects the credential from the command line and the environment.
package struct CredentialChoice: Hashable, Sendable {
  package var tokenFile: String?
  /// The app id or the client id of a GitHub App.
  package var appID: String?
  package var appKeyFile: String?

  package init(tokenFile: String? = nil, appID: String? = nil, appKeyFile: String? = nil) {
    self.tokenFile = tokenFile
    self.appID = appID
    self.appKeyFile = appKeyFile
  }

  package static let appIDVariable = "REVIEWBOT_APP_ID"
  package static let appKeyFileVariable = "REVIEWBOT_APP_KEY_FILE"

  /// The credential for a forge. Options take precedence over variables, and reviewbot's own variables over those of a
  /// CI job.
  ///
  /// - Throws: ``UsageError`` for ambiguous or incomplete options, or an unusable file.
  package func credential(
    for forge: ForgeKind, secrets: Secrets, environment: [String: String]
  ) throws(UsageError) -> Credential {
    if tokenFile != nil, appID != nil || appKeyFile != nil {
      throw UsageError("both a token and an app are given", remedy: "use --token-file, or --app-id with --app-key-file")
    }
    if let tokenFile { return .token(try secrets.token(in: tokenFile)) }
    if appID != nil || appKeyFile != nil {
      guard forge == .github else {
        throw UsageError("only GitHub supports apps", remedy: "use --token-file, or --forge github")
      }
      return try app(secrets, environment)
    }
    if forge == .github, isSet(Self.appIDVariable, environment) || isSet(Self.appKeyFileVariable, environment) {
      guard !secrets.hasOwnToken else {
        throw UsageError(
          "both REVIEWBOT_TOKEN and an app are given",
          remedy: "unset it, or \(Self.appIDVariable) and \(Self.appKeyFileVariable)")
      }
      return try app(secrets, environment)
    }
    return secrets.token(for: forge).map { .token($0) } ?? .anonymous
  }

  private func app(_ secrets: Secrets, _ environment: [String: String]) throws(UsageError) -> Credential {
    guard let id = appID ?? value(Self.appIDVariable, environment) else {
      throw UsageError("no id for the app's key", remedy: "give --app-id or set \(Self.appIDVariable)")
    }
    guard let file = appKeyFile ?? value(Self.appKeyFileVariable, environment) else {
      throw UsageError(
        "no key for app \(id)", remedy: "give --app-key-file or set \(Self.appKeyFileVariable)")
    }
    let isPlain = id.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "/") }
    guard isPlain, !id.isEmpty, id.utf8.count <= 100 else {
      throw UsageError("invalid app id \(id.prefix(100))", remedy: "give the number or the client id that GitHub shows")
    }
    return .app(AppSettings(id: id, privateKey: try secrets.privateKey(in: file)))
  }

  private func isSet(_ name: String, _ environment: [String: String]) -> Bool { value(name, environment) != nil }

  private func value(_ name: String, _ environment: [String: String]) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// Adds the missing token to errors of requests that were sent without one: forges answer 404 for private repositories.
package struct CredentialAdvice: Sendable {
  private let isNeeded: Bool
  private let forge: ForgeKind

  package init(credential: Credential, forge: ForgeKind) {
    isNeeded = credential == .anonymous && forge != .local
    self.forge = forge
  }

  /// Executes `body`, and rethrows its errors with the advice where it applies.
  package func adding<Value: Sendable>(to body: @Sendable () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let error as ForgeError
      where isNeeded && [.notFound, .forbidden, .badToken, .rateLimited].contains(error.code)
    {
      let names = ([Secrets.general] + [Secrets.forgeVariables[forge]].compactMap(\.self)).joined(separator: " or ")
      throw ForgeError(
        error.code, error.message,
        remedy: "no token is given: if the repository is private, set \(names), or use --token-file FILE",
        underlying: error.underlying, retryAfter: error.retryAfter)
    }
  }
}
