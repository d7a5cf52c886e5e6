// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The secrets that the operator's file names files of.
package struct ServerSecrets: Hashable, Sendable {
  /// By the forge's name.
  package let forges: [String: ForgeSecrets]
  /// Tokens for servers of private dependencies, by `HOST` or `HOST:PORT`.
  package let dependencyTokens: [String: Secret]

  /// Reads all files that hold a secret, before anything is started that would find them wanting.
  ///
  /// A file is a regular one of 16 KiB at most that others cannot read; one line break at its end does not belong to the
  /// secret. Credentials of systemd below `/run/credentials` are such files.
  ///
  /// - Parameters:
  ///   - configuration: as ``ServerConfigurationReader`` read it, so that messages know where a file is named.
  ///   - file: the operator's file, for messages.
  /// - Throws: ``ConfigurationError`` with everything that is wrong, and no secret in it.
  package static func read(
    _ configuration: ServerConfiguration, file: String
  ) throws(ConfigurationError) -> ServerSecrets {
    try read(configuration, file: file, credentials: "/run/credentials")
  }

  /// - Parameter credentials: below which folder systemd puts credentials.
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
    guard reader.problems.isEmpty else { throw reader.problems.error }
    return ServerSecrets(forges: forges, dependencyTokens: tokens)
  }
}

/// By what a forge knows the daemon, and the daemon the forge.
package struct ForgeSecrets: Hashable, Sendable {
  package enum Credential: Hashable, Sendable {
    case token(Secret)
    /// A GitHub App, with its private key in PEM.
    case app(id: String, key: Secret)
  }

  /// What webhooks are signed with: the current secret, and during a change the one before.
  package let webhooks: [Secret]
  package let credential: Credential
}

/// What a secret must be like.
enum SecretKind {
  case token, webhookSecret, privateKey

  /// A shorter one can be guessed: 128 bits in hexadecimal digits are 32 bytes, and 16 of other characters are not far off.
  static let shortestWebhookSecret = 16

  var words: String {
    switch self {
    case .token: "token"
    case .webhookSecret: "webhook secret"
    case .privateKey: "private key"
    }
  }

  /// What is wrong with a secret and what to do about it, without the secret; `nil` for a good one.
  func fault(of text: String) -> (message: String, remedy: String)? {
    if text.isEmpty { return ("holds nothing", "put the \(words) into it") }
    switch self {
    case .token:
      // Control characters could end a header that the token is sent in.
      let isPlain = text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0x7f }
      return isPlain ? nil : ("does not hold one token", "put the token alone on its first line")
    case .webhookSecret:
      guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f }) else {
        return ("does not hold one secret", "put the secret alone on its first line")
      }
      let count = text.utf8.count
      guard count >= Self.shortestWebhookSecret else {
        return (
          "holds \(count) bytes, fewer than \(Self.shortestWebhookSecret)",
          "make a secret, such as with openssl rand -hex 32, and give it to the forge too"
        )
      }
      return nil
    case .privateKey:
      let isKey = text.hasPrefix("-----BEGIN ") && text.contains("PRIVATE KEY-----")
      return isKey ? nil : ("holds no private key in PEM", "give the file that GitHub made for the app")
    }
  }
}
