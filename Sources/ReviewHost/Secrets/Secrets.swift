// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
package import Forges
import Foundation
package import Isolation
import Observability
package import ReviewContract
import SystemPackage

/// The secrets from the environment. ``take(from:)`` removes them from the environment.
package struct Secrets: Sendable {
  private let values: [String: String]

  /// - Parameter values: the secrets by the name of their variable.
  package init(values: [String: String]) {
    self.values = values
  }

  @TaskLocal package static var current = Secrets(values: [:])

  /// The token for any forge. It takes precedence over the variables of single forges.
  static let general = "REVIEWBOT_TOKEN"
  /// `USER:PASSWORD`, for fetching from a server that does not support tokens.
  private static let gitCredential = "REVIEWBOT_GIT_CREDENTIAL"
  private static let forgeVariables = ForgeDescription.all.map(\.tokenVariable)

  /// The variables with the token for a forge, of which the first one that is set applies.
  static func variables(of forge: ForgeKind) -> [String] {
    [general] + [forge.description?.tokenVariable].compactMap(\.self)
  }

  /// Masks all of them in the output of this process.
  package func hide() {
    let secrets = KnownSecrets.ofProgram
    let claimed = Set([Self.general, Self.gitCredential] + Self.forgeVariables)
    for name in claimed.subtracting([Self.gitCredential]) { values[name].map { secrets.learn($0) } }
    if let gitCredential { secrets.learn(userAndPassword: gitCredential) }
    secrets.learn(variables: values.filter { !claimed.contains($0.key) })
  }

  /// Removes the secrets from this process's environment, including any variable that ``looksSecret(_:)``: code under
  /// review runs on the same host and could read it.
  ///
  /// - Throws: `ReexecutionError` if the process cannot be executed again with the clean environment.
  package static func take(from environment: [String: String]) throws(ReexecutionError) -> Secrets {
    Secrets(
      values: try SecretEnvironment.take(
        [general, gitCredential] + forgeVariables, from: environment, isSecret: looksSecret))
  }

  /// The token for a forge, from `REVIEWBOT_TOKEN` or the forge's own variable; `nil` without one.
  package func token(for forge: ForgeKind) -> Secret? {
    Self.variables(of: forge).lazy.compactMap { values[$0] }.first.map { Secret($0) }
  }

  /// Whether `REVIEWBOT_TOKEN` was set.
  package var hasGeneralToken: Bool { values[Self.general] != nil }

  package var gitCredential: Secret? { values[Self.gitCredential].map { Secret($0) } }

  /// Reads a token from a file.
  ///
  /// - Parameter option: the option that names the file, for the error message.
  /// - Throws: ``UsageError`` if the file cannot be read or does not contain exactly one token.
  static func token(in file: String, option: String = "--token-file") throws(UsageError) -> Secret {
    let text = try read(file, what: "token file", option: option)
    guard let text, !text.contains(where: \.isWhitespace) else {
      throw UsageError(
        "the token file \"\(file)\" does not contain exactly one token", remedy: "put the token alone on its first line"
      )
    }
    return Secret(text)
  }

  /// Reads the private key of `--app-key-file`. Only the PEM header is checked; an invalid key fails at the first
  /// signature.
  ///
  /// - Throws: ``UsageError`` if the file cannot be read or does not contain a private key.
  package func privateKey(in file: String) throws(UsageError) -> Secret {
    let text = try Self.read(file, what: "key file", option: "--app-key-file")
    guard let text, text.hasPrefix("-----BEGIN "), text.contains("PRIVATE KEY-----") else {
      throw UsageError(
        "the key file \"\(file)\" does not contain a private key in PEM",
        remedy: "give the file that GitHub generated for the app")
    }
    return Secret(text)
  }

  private static let largestFile = 16 << 10

  /// Reads a secret from a file, and masks it from then on.
  ///
  /// - Parameters:
  ///   - what: the kind of file, for the error message.
  ///   - option: the option that names the file, for the error message.
  /// - Returns: the text without surrounding whitespace; `nil` if the file is empty or larger than 16 KiB.
  /// - Throws: ``UsageError`` if the file cannot be read.
  package static func read(_ file: String, what: String, option: String) throws(UsageError) -> String? {
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try NamedFile.bytes(of: file, limit: largestFile)
    } catch {
      throw UsageError(
        "cannot read the \(what) \"\(file)\": \(error.message)", remedy: "check \(option) and the file's permissions")
    }
    guard bytes.count <= largestFile else { return nil }
    let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    KnownSecrets.ofProgram.learn(text)
    return text.isEmpty ? nil : text
  }

  /// Whether the name of a variable suggests a secret.
  package static func looksSecret(_ name: String) -> Bool {
    let name = name.uppercased()
    return ["TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIAL", "PRIVATE_KEY", "API_KEY", "ACCESS_KEY"].contains {
      name.contains($0)
    }
  }
}

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
    if let tokenFile { return .token(try Secrets.token(in: tokenFile)) }
    if appID != nil || appKeyFile != nil {
      guard forge == .github else {
        throw UsageError("only GitHub supports apps", remedy: "use --token-file, or --forge github")
      }
      return try app(secrets, environment)
    }
    if forge == .github, isSet(Self.appIDVariable, environment) || isSet(Self.appKeyFileVariable, environment) {
      guard !secrets.hasGeneralToken else {
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
      let names = Secrets.variables(of: forge).joined(separator: " or ")
      throw ForgeError(
        error.code, error.message,
        remedy: "no token is given: if the repository is private, set \(names), or use --token-file FILE",
        underlying: error.underlying, retryAfter: error.retryAfter)
    }
  }
}
