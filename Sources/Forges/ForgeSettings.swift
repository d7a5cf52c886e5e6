// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ResourceLoading
package import ReviewContract

/// Which forge, and how to speak with it.
package struct ForgeSettings: Sendable {
  package var kind: ForgeKind
  /// `OWNER/NAME` on a forge; any name for a plain repository.
  package var repository: String
  /// Where the API is; `nil` means what follows from the clone URL, or `https://api.github.com`.
  package var apiURL: String?
  /// Where the repositories are, where their host is not the API's; `nil` means that it is, or GitHub's own.
  package var serverURL: String?
  package var token: Secret?
  /// The app that makes the tokens, where there is no token. GitHub only.
  package var app: AppSettings?
  package var transport: any HTTPTransport
  /// How we call ourselves, such as `reviewbot/0.1.0`.
  package var userAgent: String
  /// The account that an app's token acts as; the forge does not tell an app who it is.
  package var appAccount: String
  /// What git fetches from. A plain repository needs it; a forge says it itself.
  package var cloneURL: String?
  /// The branch to merge into, where no forge says it; `nil` means the repository's default branch.
  package var baseBranch: String?

  package init(
    kind: ForgeKind, repository: String, apiURL: String? = nil, serverURL: String? = nil, token: Secret? = nil,
    app: AppSettings? = nil, transport: any HTTPTransport, userAgent: String,
    appAccount: String = "github-actions[bot]",
    cloneURL: String? = nil, baseBranch: String? = nil
  ) {
    self.kind = kind
    self.repository = repository
    self.apiURL = apiURL
    self.serverURL = serverURL
    self.token = token
    self.app = app
    self.transport = transport
    self.userAgent = userAgent
    self.appAccount = appAccount
    self.cloneURL = cloneURL
    self.baseBranch = baseBranch
  }
}
