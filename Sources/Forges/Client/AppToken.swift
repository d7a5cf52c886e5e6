// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CryptoExtras
import Foundation
import HTTPTypes
import ResourceLoading
package import ReviewContract

/// Creates the short-lived token with which an app authenticates, a JSON Web Token (RFC 7519) signed with RS256.
struct AppToken: Sendable {
  let app: AppSettings

  private struct Claims: Encodable {
    let iss: String
    let iat: Int
    let exp: Int
  }

  /// - Throws: ``ForgeError`` when the key is invalid. The reason is omitted because it would contain a part of the
  ///   key.
  func signed(at now: Date) throws(ForgeError) -> Secret {
    // GitHub accepts whole seconds only.
    let start = (now.timeIntervalSince1970 - GitHubLimits.appTokenLeeway / .seconds(1)).rounded(.down)
    let end = start + GitHubLimits.appTokenLifetime / .seconds(1)
    do {
      let key = try _RSA.Signing.PrivateKey(pemRepresentation: app.privateKey.reveal())
      let claims = try JSONEncoder().encode(Claims(iss: app.id, iat: Int(start), exp: Int(end)))
      let content = "\(Data(#"{"alg":"RS256","typ":"JWT"}"#.utf8).base64URL).\(claims.base64URL)"
      // RS256 is PKCS#1 v1.5 over SHA-256, the digest of this method.
      let signature = try key.signature(for: Data(content.utf8), padding: .insecurePKCS1v1_5)
      return Secret("\(content).\(signature.rawRepresentation.base64URL)")
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
    case supplied(Secret?)
    case app(InstallationTokens)
  }

  private let origin: Origin

  init(_ settings: ForgeSettings, _ conditions: ForgeConditions) throws(ForgeError) {
    guard settings.token == nil, let app = settings.app else {
      origin = .supplied(settings.token)
      return
    }
    guard settings.kind == .github else {
      throw ForgeError(.failed, "tokens can only be made for an app on GitHub", remedy: "use a token")
    }
    origin = .app(conditions.tokens(of: app, for: try GitHubAPI(settings), transport: settings.transport))
  }

  /// Returns the token. An app's token is read-only and is replaced before it expires.
  package func callAsFunction() async throws(ForgeError) -> Secret? {
    switch origin {
    case .supplied(let token): token
    case .app(let tokens): try await tokens.readingToken()
    }
  }
}
