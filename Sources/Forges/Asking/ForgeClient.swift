// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewCore

/// A forge, ready to be asked: where it is, and a transport that shows the token there and nowhere else.
struct ForgeClient<API: ForgeAPI>: Sendable {
  let api: API
  let transport: any HTTPTransport
  let hasToken: Bool
  /// Makes the tokens of an app; `nil` when there is a token or none.
  let tokens: InstallationTokens?

  init(_ settings: ForgeSettings, _ conditions: ForgeConditions) throws(ForgeError) {
    let api = try API(settings)
    self.api = api
    var transport = settings.transport
    var tokens: InstallationTokens?
    if settings.token != nil || settings.app != nil {
      guard api.base.origin.scheme == "https" || api.base.origin.isLoopback else {
        throw ForgeError(.failed, "\(api.base.origin) would get the token without encryption", remedy: "use https")
      }
    }
    if let token = settings.token {
      transport = AuthorisingTransport(transport, field: API.field(token), for: api.base.origin)
    } else if let app = settings.app {
      guard let github = api as? GitHubAPI else {
        throw ForgeError(.failed, "\(API.forge) knows no apps", remedy: "use a token")
      }
      let made = conditions.tokens.tokens(of: app, for: github, transport: transport, conditions: conditions)
      transport = TokenTransport(transport, tokens: made, for: api.base.origin, field: API.field)
      tokens = made
    }
    hasToken = settings.token != nil || tokens != nil
    self.tokens = tokens
    self.transport = RetryingTransport(transport, policy: conditions.retries, clock: conditions.clock)
  }

  /// Has an app's token made, so that what is wrong with it is said as what it is and not as a broken connection.
  func prepare() async throws(ForgeError) {
    if let tokens { _ = try await tokens.token() }
  }

  /// - Parameter isDryRun: nothing but reads leaves the machine.
  func service(isDryRun: Bool = false) -> any ResourceService {
    NetworkService(isDryRun ? DryRunTransport(transport) : transport)
  }
}
