// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewCore

/// GitHub, ready to be asked: where it is, and a transport that shows the token there and nowhere else.
struct GitHubClient: Sendable {
  let api: GitHubAPI
  let transport: any HTTPTransport
  let hasToken: Bool

  init(_ settings: ForgeSettings, clock: any Clock<Duration>, retries: RetryPolicy) throws(ForgeError) {
    guard let repository = RepositoryName(settings.repository) else {
      throw ForgeError(
        .failed, "\(settings.repository.prefix(200)) is no name of a repository", remedy: "write it as OWNER/NAME")
    }
    let url = settings.apiURL ?? settings.cloneURL.flatMap(GitHubAddress.apiURL) ?? GitHubAddress.publicAPI
    guard let base = HTTPAddress(url) else {
      throw ForgeError(
        .failed, "\(url.prefix(200)) is no address of an API", remedy: "write it as https://HOST/api/v3")
    }
    api = GitHubAPI(base: base, repository: repository, userAgent: settings.userAgent)
    hasToken = settings.token != nil
    var transport = settings.transport
    if let token = settings.token {
      guard base.origin.scheme == "https" || base.origin.isLoopback else {
        throw ForgeError(.failed, "\(base.origin) would get the token without encryption", remedy: "use https")
      }
      let field = HTTPField(name: .authorization, value: "Bearer \(token.reveal())")
      transport = AuthorisingTransport(transport, field: field, for: base.origin)
    }
    self.transport = RetryingTransport(transport, policy: retries, clock: clock)
  }

  /// - Parameter isDryRun: nothing but reads leaves the machine.
  func service(isDryRun: Bool = false) -> any ResourceService {
    NetworkService(isDryRun ? DryRunTransport(transport) : transport)
  }
}
