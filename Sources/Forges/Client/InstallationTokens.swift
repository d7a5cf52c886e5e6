// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ResourceLoading
import ReviewContract

/// The tokens of an app for one repository: a read-only one, and one with the permissions for publishing a review.
struct InstallationTokens: Sendable {
  let reading: TokenSource
  let writing: TokenSource
  private let installation: AppInstallation

  /// - Parameter transport: a transport that adds no token.
  init(app: AppSettings, api: GitHubAPI, transport: any HTTPTransport, conditions: ForgeConditions) {
    let installation = AppInstallation(app: app, api: api, transport: transport, conditions: conditions)
    self.installation = installation
    func source(_ permissions: AppSettings.Permissions) -> TokenSource {
      // The margin lets work that starts now end before its token expires.
      TokenSource(
        AppTokenIssuer(installation: installation, permissions: permissions), margin: .seconds(600), now: conditions.now
      )
    }
    reading = source(AppSettings.reading)
    writing = source(AppSettings.writing)
  }

  /// Returns a read-only token.
  func readingToken() async throws(ForgeError) -> Secret {
    do {
      return Secret(try await reading.token().value)
    } catch {
      // The token source does not keep the reason of a failure.
      throw await installation.trouble ?? ForgeError(.failed, "there is no token", underlying: error.message)
    }
  }

  /// Returns the permissions that the owner of the repository has granted the app.
  func permissions() async throws(ForgeError) -> AppSettings.Permissions { try await installation.found().permissions }

  /// Returns the accounts that the app is installed in.
  func installations() async throws(ForgeError) -> [InstalledAccount] { try await installation.all() }

  /// Returns a new token that can only list the repositories of an installation.
  func listingToken(of installed: InstalledAccount) async throws(ForgeError) -> Secret {
    try await installation.makeListingToken(of: installed)
  }

  /// Returns the account of the app's writes.
  func account() async throws(ForgeError) -> String { "\(try await installation.found().appSlug)[bot]" }
}

/// An issuer of tokens with one set of permissions.
private struct AppTokenIssuer: TokenIssuer {
  let installation: AppInstallation
  let permissions: AppSettings.Permissions

  func issueToken() async throws(TransportError) -> AccessToken {
    do {
      return try await installation.makeToken(permissions)
    } catch {
      throw TransportError(Self.code(of: error), "\(error)", retryAfter: error.retryAfter)
    }
  }

  /// Each code means that the request itself was not sent; the first two also that it can be repeated later.
  private static func code(of error: ForgeError) -> TransportError.Code {
    if error.code == .rateLimited { return .rateLimited }
    return error.isTransient ? .couldNotConnect : .badRequest
  }
}

extension InstallationTokens {
  struct Key: Hashable, Sendable {
    let app: AppSettings
    let api: GitHubAPI
  }
}

extension ForgeConditions {
  /// Returns the tokens of an app for one repository, which all callers share.
  func tokens(of app: AppSettings, for api: GitHubAPI, transport: any HTTPTransport) -> InstallationTokens {
    tokens.value(for: InstallationTokens.Key(app: app, api: api)) {
      InstallationTokens(app: app, api: api, transport: transport, conditions: self)
    }
  }
}
