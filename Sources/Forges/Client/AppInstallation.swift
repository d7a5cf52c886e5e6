// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
package import ReviewContract

/// The installation of an app that can access a repository, and the source of its tokens.
actor AppInstallation {
  private let app: AppSettings
  private let repository: ForgeRepository<GitHubAPI>
  private let now: @Sendable () -> Date
  private let learned: @Sendable (String) -> Void
  private let known: KnownInstallations
  private var installation: GitHubInstallation?
  /// The error of the last request for a token; `nil` after a success.
  private(set) var trouble: ForgeError?

  /// - Parameter transport: a transport that adds no token.
  init(app: AppSettings, api: GitHubAPI, transport: any HTTPTransport, conditions: ForgeConditions) {
    self.app = app
    let limited = RateLimitingTransport(
      transport, policy: conditions.limits, pacing: conditions.pacing(of: app, at: api.base.origin),
      clock: conditions.clock, now: conditions.now)
    // A lost response is harmless: its token stays unused and expires.
    let service = NetworkService(
      RetryingTransport(limited, policy: conditions.retries, clock: conditions.clock, isHarmless: { _ in true }),
      skipping: conditions.skipping)
    repository = ForgeRepository(api: api, service: service)
    now = conditions.now
    learned = conditions.learned
    known = conditions.installations
  }

  private var api: GitHubAPI { repository.api }

  /// Requests a token with those of the given permissions that the app has.
  func makeToken(_ permissions: AppSettings.Permissions) async throws(ForgeError) -> AccessToken {
    do {
      let token = try await make(permissions)
      trouble = nil
      return token
    } catch {
      trouble = error
      throw error
    }
  }

  /// Returns the installation, which is looked up once, unless a list of repositories showed it.
  func found() async throws(ForgeError) -> GitHubInstallation {
    if let installation { return installation }
    if let listed = known.installation(of: api.repository, app, at: api.base.origin) {
      installation = listed
      return listed
    }
    let call = api.installation(as: try appToken())
    do throws(LoadingError) {
      let found = try await repository.service.load(call)
      installation = found
      return found
    } catch {
      throw explain(error)
    }
  }

  /// Returns all installations of the app.
  func all() async throws(ForgeError) -> [InstalledAccount] {
    let purpose = "cannot list the installations of app \(app.id)"
    return try await repository.relation(api.installations(as: try appToken()), purpose).elements().map(\.installed)
  }

  /// Returns a new token for the list of an installation's repositories.
  func makeListingToken(of installed: InstalledAccount) async throws(ForgeError) -> Secret {
    let purpose = "cannot get a token for the app's installation in \(installed.account)"
    guard let installation = installed.installation else {
      throw ForgeError(.unacceptable, "\(purpose): GitHub names no id of it")
    }
    let call = api.newInstallationToken(
      installation.id, ["metadata": "read"], isForAllRepositories: true, as: try appToken())
    return Secret(try await load(call, purpose: purpose).token)
  }

  private func make(_ permissions: AppSettings.Permissions) async throws(ForgeError) -> AccessToken {
    let installation = try await found()
    let call = api.newInstallationToken(
      installation.id, installation.granting(permissions), as: try appToken())
    let response = try await load(call, purpose: "cannot get a token for \(api.repository)")
    return AccessToken(response.token, expiry: response.expiresAt)
  }

  private func load(
    _ call: ForgeCall<GitHubInstallationToken>, purpose: String
  ) async throws(ForgeError) -> GitHubInstallationToken {
    let response = try await repository.relation(call, purpose).load()
    learned(response.token)
    return response
  }

  private func appToken() throws(ForgeError) -> Secret {
    let token = try AppToken(app: app).signed(at: now())
    learned(token.reveal())
    return token
  }

  private func explain(_ error: LoadingError) -> ForgeError {
    guard case .rejected(let rejection) = error, !rejection.isRateLimited else {
      return ForgeError(
        error, purpose: "cannot find the installation of app \(app.id) for \(api.repository)", forge: GitHubAPI.forge)
    }
    let status = rejection.head.status.code
    let response = "GitHub answered \(status)\(rejection.suffix)"
    switch status {
    case 401:
      return ForgeError(
        .badToken, "GitHub rejects the signature of app \(app.id)",
        remedy: "check that the private key is this app's and not deleted, and that the host's clock is right",
        underlying: response)
    case 404 where rejection.suffix.contains("Integration not found"):
      return ForgeError(
        .badToken, "GitHub has no app \(app.id)", remedy: "check its id, or its client id", underlying: response)
    case 404:
      return ForgeError(
        .notFound, "app \(app.id) is not installed for \(api.repository)",
        remedy: "install the app there, or check the repository's name", underlying: response)
    default:
      return ForgeError(
        error, purpose: "cannot find the installation of app \(app.id) for \(api.repository)", forge: GitHubAPI.forge)
    }
  }
}

/// A GitHub App: its identity and its key.
package struct AppSettings: Hashable, Sendable {
  /// The permissions of a token of the app, by GitHub's names, such as `["checks": "write"]`.
  package typealias Permissions = [String: String]

  /// The app's number or its client id.
  package var id: String
  /// The private key in PEM.
  package var privateKey: Secret

  package init(id: String, privateKey: Secret) {
    self.id = id
    self.privateKey = privateKey
  }

  /// The permissions for fetching and for reading published reviews.
  static let reading: Permissions = [
    "checks": "read", "contents": "read", "metadata": "read", "pull_requests": "read", "statuses": "read",
  ]
  /// The permissions for publishing a review.
  static let writing: Permissions = [
    "checks": "write", "metadata": "read", "pull_requests": "write", "statuses": "write",
  ]
}
