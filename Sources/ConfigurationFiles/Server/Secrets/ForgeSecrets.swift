// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

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
