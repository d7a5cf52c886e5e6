// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewCore

/// The tokens of an app for one repository, each for an hour.
///
/// Two callers at the same time may both have one made; either is good.
actor InstallationTokens: TokenSource {
  private struct Made {
    let token: Secret
    let renewal: Date
  }

  private let app: AppSettings
  private let api: GitHubAPI
  private let service: any ResourceService
  private let now: @Sendable () -> Date
  private var made: Made?
  private var installation: GitHubInstallation?

  /// A token is not used in its last minutes: what starts now must be able to end with it.
  private static let lastMinutes: TimeInterval = 600

  /// - Parameter transport: shows no token of its own.
  init(app: AppSettings, api: GitHubAPI, transport: any HTTPTransport, conditions: ForgeConditions) {
    self.app = app
    self.api = api
    service = NetworkService(
      RetryingTransport(transport, policy: conditions.retries, clock: conditions.clock))
    now = conditions.now
  }

  func token() async throws(ForgeError) -> Secret {
    if let made, now() < made.renewal { return made.token }
    let made = try await make()
    self.made = made
    return made.token
  }

  func forget(_ token: Secret) {
    if made?.token == token { made = nil }
  }

  /// The account that writes when the app writes.
  func account() async throws(ForgeError) -> String { "\(try await installed().appSlug)[bot]" }

  private func make() async throws(ForgeError) -> Made {
    let installation = try await installed()
    let call = CreateInstallationTokenCall(
      api: api, appToken: try await AppToken(app: app).make(at: now()), installation: installation.id,
      permissions: installation.granting(app.permissions))
    let started = now()
    do {
      let answer = try await service.load(call)
      let life = answer.expiresAt.timeIntervalSince(started)
      return Made(
        token: Secret(answer.token), renewal: started.addingTimeInterval(max(life / 2, life - Self.lastMinutes)))
    } catch {
      throw ForgeError(error, purpose: "cannot get a token for \(api.repository)", forge: GitHubAPI.forge)
    }
  }

  private func installed() async throws(ForgeError) -> GitHubInstallation {
    if let installation { return installation }
    let call = InstallationCall(api: api, appToken: try await AppToken(app: app).make(at: now()))
    do throws(LoadingError) {
      let found = try await service.load(call)
      installation = found
      return found
    } catch {
      if case .rejected(let rejection) = error, rejection.head.status.code == 404 {
        throw ForgeError(
          .notFound, "app \(app.id) is not installed for \(api.repository)",
          remedy: "install the app there, and check its id", underlying: "GitHub answered 404" + rejection.words)
      }
      throw ForgeError(
        error, purpose: "cannot find the installation of app \(app.id) for \(api.repository)", forge: GitHubAPI.forge)
    }
  }
}
