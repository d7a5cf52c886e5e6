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
