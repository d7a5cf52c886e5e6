// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// What a server of repositories is told about who asks: HTTP's basic authentication. Never part of a URL.
package struct GitCredential: Hashable, Sendable {
  let user: String
  let secret: Secret
  /// What it is to whoever reads that it is refused.
  let name: String

  /// A forge's token, with the user name that the forge wants to see beside one.
  package init(token: Secret, for forge: ForgeKind) {
    user =
      switch forge {
      // Any name does for a personal token, and this one for all others too.
      case .gitlab: "oauth2"
      case .github, .gitea, .local: "x-access-token"
      }
    secret = token
    name = "the token"
  }

  /// `USER:PASSWORD`, for a server that knows no tokens. Fails without a user or a password.
  package init?(userAndPassword text: Secret) {
    let parts = text.reveal().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    user = String(parts[0])
    secret = Secret(String(parts[1]))
    name = "the user name and password"
  }
}
