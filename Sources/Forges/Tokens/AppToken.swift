// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import JWTKit
import ReviewContract

/// Makes the short-lived token by which an app says who it is.
struct AppToken: Sendable {
  let app: AppSettings

  private struct Claims: JWTPayload {
    let iss: IssuerClaim
    let iat: IssuedAtClaim
    let exp: ExpirationClaim

    func verify(using algorithm: some JWTAlgorithm) async throws { try exp.verifyNotExpired() }
  }

  /// - Throws: ``ForgeError`` when the key is invalid. The reason is left out: it would contain a part of the key.
  func make(at now: Date) async throws(ForgeError) -> Secret {
    // Whole seconds: GitHub takes no fractions.
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
