// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract
package import ResourceLoading

/// A forge at which people sign in, and this program's registration there as an OAuth application.
package struct SignInSettings: Sendable {
  package var kind: ForgeKind
  /// The address of the forge's pages, such as `https://github.com`; it may have a path.
  package var serverURL: String
  /// The URL of the API; `nil` for the one that follows from the server.
  package var apiURL: String?
  /// The public name of the application.
  package var clientID: String
  /// The secret of the application. GitHub requires it; for GitLab and Gitea it is missing if the application is
  /// registered as a public one.
  package var clientSecret: Secret?
  /// Sends the requests. It must not record them: their bodies contain secrets.
  package var transport: any HTTPTransport
  /// The value of the header field `User-Agent`, such as `reviewbot/0.1.0`.
  package var userAgent: String

  package init(
    kind: ForgeKind, serverURL: String, apiURL: String? = nil, clientID: String, clientSecret: Secret?,
    transport: any HTTPTransport, userAgent: String
  ) {
    self.kind = kind
    self.serverURL = serverURL
    self.apiURL = apiURL
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.transport = transport
    self.userAgent = userAgent
  }
}
