// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import ReviewContract

/// The secrets in the files that the operator's file names.
package struct ServerSecrets: Hashable, Sendable {
  /// The secrets of each forge, by the forge's name.
  package let forges: [String: ForgeSecrets]
  /// Tokens for servers of private dependencies, by `HOST` or `HOST:PORT`.
  package let dependencyTokens: [String: Secret]
  /// The password of the queue's database; `nil` without a password file.
  package var queuePassword: Secret?

  /// Reads all files with secrets.
  ///
  /// Each must be a regular file of at most 16 KiB that other users cannot access; one line break at its end is
  /// ignored. Credentials of systemd below `/run/credentials` are valid files.
  ///
  /// - Parameters:
  ///   - configuration: from ``ServerConfigurationReader``, with the locations for messages.
  ///   - file: the operator's file, for messages.
  /// - Throws: ``ConfigurationError`` with all problems, and without any secret.
  package static func read(
    _ configuration: ServerConfiguration, file: String
  ) throws(ConfigurationError) -> ServerSecrets {
    try read(configuration, file: file, credentials: systemCredentials)
  }

  /// Reads only the password of the queue's database, for each new connection.
  ///
  /// - Returns: `nil` without a password file.
  /// - Throws: the same errors as ``read(_:file:)``.
  package static func queuePassword(
    _ configuration: ServerConfiguration, file: String
  ) throws(ConfigurationError) -> Secret? {
    var reader = SecretReader(problems: ProblemList(file: file), credentials: systemCredentials)
    let password = reader.password(of: configuration.queue)
    guard reader.problems.isEmpty else { throw reader.problems.error }
    return password
  }

  /// The parent folder of the credentials of systemd.
  private static let systemCredentials = "/run/credentials"

  /// - Parameter credentials: the parent folder of the credentials of systemd.
  static func read(
    _ configuration: ServerConfiguration, file: String, credentials: String
  ) throws(ConfigurationError) -> ServerSecrets {
    var reader = SecretReader(problems: ProblemList(file: file), credentials: credentials)
    var forges: [String: ForgeSecrets] = [:]
    for forge in configuration.forges { forges[forge.name.name] = reader.secrets(of: forge) }
    var tokens: [String: Secret] = [:]
    for token in configuration.dependencies.tokens {
      tokens[token.host.description] = reader.secret(in: token.file, .token, of: "tokens: \(token.host)")
    }
    let password = reader.password(of: configuration.queue)
    guard reader.problems.isEmpty else { throw reader.problems.error }
    return ServerSecrets(forges: forges, dependencyTokens: tokens, queuePassword: password)
  }
}

/// The secrets for one forge.
package struct ForgeSecrets: Hashable, Sendable {
  package enum Credential: Hashable, Sendable {
    case token(Secret)
    /// A GitHub App, with its private key in PEM.
    case app(id: String, key: Secret)
  }

  /// The secrets for signatures of webhooks: the current one, and during a rotation the previous one.
  package let webhooks: [Secret]
  package let credential: Credential
  package var signIn: SignInSecrets?
}

/// The identity of the application that accounts sign in with.
package struct SignInSecrets: Hashable, Sendable {
  package let id: String
  package let secret: Secret

  package init(id: String, secret: Secret) {
    self.id = id
    self.secret = secret
  }
}

/// The kind of a secret, which determines its valid form.
enum SecretKind {
  case token, webhookSecret, privateKey, password, clientSecret

  /// The minimum length in bytes. A shorter secret can be guessed: 128 bits are 32 hexadecimal digits, or about 16
  /// arbitrary characters.
  static let shortestWebhookSecret = 16

  var noun: String {
    switch self {
    case .token: "token"
    case .webhookSecret: "webhook secret"
    case .privateKey: "private key"
    case .password: "password"
    case .clientSecret: "client secret"
    }
  }

  /// Permissions that the secret's file must not have, and a command that removes them. A password that the daemons of
  /// a host share can be readable by their group.
  var forbidden: (permissions: mode_t, remedy: String) {
    switch self {
    case .token, .webhookSecret, .privateKey, .clientSecret: (0o077, "chmod 600")
    case .password: (0o037, "chmod 640")
    }
  }

  /// Returns the problem of a secret and its remedy, without the secret; `nil` for a valid one.
  func fault(of text: String) -> (message: String, remedy: String)? {
    if text.isEmpty { return ("is empty", "write the \(noun) to it") }
    switch self {
    case .token, .clientSecret:
      // Control characters could end the header that contains the token.
      let isPlain = text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0x7f }
      return isPlain ? nil : ("does not contain exactly one \(noun)", "write only the \(noun), on the first line")
    case .webhookSecret:
      guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f }) else {
        return ("does not contain exactly one secret", "write only the secret, on the first line")
      }
      let count = text.utf8.count
      guard count >= Self.shortestWebhookSecret else {
        return (
          "contains \(count) bytes, fewer than \(Self.shortestWebhookSecret)",
          "generate a secret, for example with openssl rand -hex 32, and set it on the forge, too"
        )
      }
      return nil
    case .password:
      let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
      return isPlain ? nil : ("does not contain exactly one password", "write only the password, on the first line")
    case .privateKey:
      let isKey = text.hasPrefix("-----BEGIN ") && text.contains("PRIVATE KEY-----")
      return isKey ? nil : ("contains no PEM private key", "use the file that GitHub generated for the app")
    }
  }
}
