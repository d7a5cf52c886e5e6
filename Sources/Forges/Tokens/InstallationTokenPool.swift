// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ResourceLoading

/// Lets all who ask for the tokens of an app for one repository have the same.
final class InstallationTokenPool: Sendable {
  private struct Key: Hashable {
    let app: AppSettings
    let api: GitHubAPI
  }

  private let made = Locked<[Key: InstallationTokens]>([:])

  func tokens(
    of app: AppSettings, for api: GitHubAPI, transport: any HTTPTransport, conditions: ForgeConditions
  ) -> InstallationTokens {
    made.withLock { made in
      let key = Key(app: app, api: api)
      if let tokens = made[key] { return tokens }
      let tokens = InstallationTokens(app: app, api: api, transport: transport, conditions: conditions)
      made[key] = tokens
      return tokens
    }
  }
}
