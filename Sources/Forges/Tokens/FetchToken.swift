// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Has the token at hand that git fetches with, if there is any.
package struct FetchToken: Sendable {
  private enum Origin: Sendable {
    case given(Secret?)
    case app(InstallationTokens)
  }

  private let origin: Origin

  init(_ settings: ForgeSettings, _ conditions: ForgeConditions) throws(ForgeError) {
    guard settings.token == nil, let app = settings.app else {
      origin = .given(settings.token)
      return
    }
    guard settings.kind == .github else {
      throw ForgeError(.failed, "tokens can only be made for an app on GitHub", remedy: "use a token")
    }
    origin = .app(
      conditions.tokens.tokens(
        of: app, for: try GitHubAPI(settings), transport: settings.transport, conditions: conditions))
  }

  /// The token; an app's may only read, and is replaced when it is about to expire.
  package func callAsFunction() async throws(ForgeError) -> Secret? {
    switch origin {
    case .given(let token): token
    case .app(let tokens): try await tokens.readingToken()
    }
  }
}
