// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewCore

/// A GitHub App: who it is and how it proves that.
package struct AppSettings: Hashable, Sendable {
  /// What a token made for the app may do, by GitHub's names, such as `["checks": "write"]`.
  package typealias Permissions = [String: String]

  /// The app's number or its client id.
  package var id: String
  /// The private key in PEM.
  package var privateKey: Secret
  /// What the tokens are to be able to do, as far as the app may.
  package var permissions: Permissions

  package init(id: String, privateKey: Secret, permissions: Permissions = Self.publishing) {
    self.id = id
    self.privateKey = privateKey
    self.permissions = permissions
  }

  /// What showing a review takes.
  package static let publishing: Permissions = [
    "checks": "write", "contents": "read", "metadata": "read", "pull_requests": "write", "statuses": "write",
  ]
  /// What fetching takes.
  package static let fetching: Permissions = ["contents": "read", "metadata": "read"]
}
