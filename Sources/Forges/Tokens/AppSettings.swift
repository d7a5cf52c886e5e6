// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// A GitHub App: who it is and how it proves that.
package struct AppSettings: Hashable, Sendable {
  /// What a token made for the app may do, by GitHub's names, such as `["checks": "write"]`.
  package typealias Permissions = [String: String]

  /// The app's number or its client id.
  package var id: String
  /// The private key in PEM.
  package var privateKey: Secret

  package init(id: String, privateKey: Secret) {
    self.id = id
    self.privateKey = privateKey
  }

  /// What fetching takes, and seeing what is already shown.
  static let reading: Permissions = [
    "checks": "read", "contents": "read", "metadata": "read", "pull_requests": "read", "statuses": "read",
  ]
  /// What showing a review takes.
  static let writing: Permissions = [
    "checks": "write", "metadata": "read", "pull_requests": "write", "statuses": "write",
  ]
}
