// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import JWTKit
import ResourceLoading
package import ReviewContract

/// Creates the short-lived token with which an app authenticates.
struct AppToken: Sendable {
  let app: AppSettings

  private struct Claims: JWTPayload {
    let iss: IssuerClaim
    let iat: IssuedAtClaim
    let exp: ExpirationClaim

    func verify(using algorithm: some JWTAlgorithm) async throws { try exp.verifyNotExpired() }
  }

  /// - Throws: ``ForgeError`` when the key is invalid. The reason is omitted because it would contain a part of the
  ///   key.
  func signed(at now: Date) async throws(ForgeError) -> Secret {
    // GitHub accepts whole seconds only.
    let start = (now.timeIntervalSince1970 - GitHubLimits.appTokenLeeway / .seconds(1)).rounded(.down)
    let claims = Claims(
      iss: IssuerClaim(value: app.id),
      iat: IssuedAtClaim(value: Date(timeIntervalSince1970: start)),
      exp: ExpirationClaim(
        value: Date(timeIntervalSince1970: start + GitHubLimits.appTokenLifetime / .seconds(1))))
    do {
      let keys = JWTKeyCollection()
      await keys.add(rsa: try Insecure.RSA.PrivateKey(pem: app.privateKey.reveal()), digestAlgorithm: .sha256)
      return Secret(try await keys.sign(claims))
    } catch {
      throw ForgeError(
        .badToken, "cannot sign as app \(app.id) with the private key",
        remedy: "give the PEM file that GitHub made for the app")
    }
  }
}

/// A transport that authenticates each request with an app's token of the least permission: a read-only one for reads,
/// and one that can write for all others.
struct AppTransport: HTTPTransport {
  private let reading: RefreshingTransport
  private let writing: RefreshingTransport

  init(
    _ base: any HTTPTransport, tokens: InstallationTokens, for origin: Origin,
    field: @escaping @Sendable (Secret) -> HTTPField
  ) {
    reading = RefreshingTransport(base, tokens: tokens.reading, for: origin) { field(Secret($0.value)) }
    writing = RefreshingTransport(base, tokens: tokens.writing, for: origin) { field(Secret($0.value)) }
  }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let reads = request.head.method == .get || request.head.method == .head
    return try await (reads ? reading : writing).send(request)
  }
}

/// The source of the token for git's fetches, if there is one.
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

  /// Returns the token. An app's token is read-only and is replaced before it expires.
  package func callAsFunction() async throws(ForgeError) -> Secret? {
    switch origin {
    case .given(let token): token
    case .app(let tokens): try await tokens.readingToken()
    }
  }
}
