// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import DependencyMirroring
package import ReviewContract

/// The operator's tokens for hosts of private dependencies: `--dependency-token HOST=FILE`.
package struct DependencyTokens: Sendable {
  package static let none = DependencyTokens(tokens: [:])

  private static let option = "--dependency-token"

  private let tokens: [String: Secret]

  private init(tokens: [String: Secret]) {
    self.tokens = tokens
  }

  /// - Parameter hosts: the tokens by `HOST` or `HOST:PORT`.
  /// - Throws: ``UsageError`` if a host is invalid.
  package init(_ hosts: [String: Secret]) throws(UsageError) {
    var tokens: [String: Secret] = [:]
    for (host, token) in hosts {
      guard let authority = DependencyURL("https://\(host)/-")?.authority else {
        throw UsageError("invalid dependency host \(host)", remedy: "write HOST or HOST:PORT")
      }
      tokens[authority] = token
    }
    self.tokens = tokens
  }

  /// - Parameter arguments: `HOST=FILE` or `HOST:PORT=FILE`.
  /// - Throws: ``UsageError`` for an invalid argument, a duplicate host, or a file that does not contain one token.
  package init(reading arguments: [String]) throws(UsageError) {
    var tokens: [String: Secret] = [:]
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[1].isEmpty, let authority = DependencyURL("https://\(parts[0])/-")?.authority,
        !parts[0].contains("@"), !parts[0].contains("/")
      else {
        throw UsageError(
          "\(Self.option) takes HOST=FILE, not \"\(argument)\"",
          remedy: "name the host without https://, and a file that contains its token")
      }
      guard tokens[authority] == nil else {
        throw UsageError("\(Self.option) is given twice for \(authority)", remedy: "give one token for each host")
      }
      tokens[authority] = try Secrets.token(in: String(parts[1]), option: Self.option)
    }
    self.tokens = tokens
  }

  package var isEmpty: Bool { tokens.isEmpty }

  /// The tokens by host in plain text, for the pipe to the mirroring process.
  package func reveal() -> [String: String] { tokens.mapValues { $0.reveal() } }
}
