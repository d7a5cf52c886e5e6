// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
import CryptoExtras
import Foundation

/// Verifies the token with which an app authenticates, a JSON Web Token signed with RSA and SHA-256 (RFC 7519).
struct AppTokenCheck {
  private struct Header: Decodable {
    let alg: String
  }

  private struct Claims: Decodable {
    let iss: JSON
    let iat: Double
    let exp: Double
  }

  let app: ForgeState.App?

  static func isOne(_ token: String) -> Bool { token.split(separator: ".").count == 3 && token.hasPrefix("ey") }

  /// - Throws: ``ForgeRefusal`` with GitHub's message.
  func check(_ token: String, at now: Date = Date()) throws {
    let parts = token.split(separator: ".").map(String.init)
    guard parts.count == 3, let header = Self.decode(Header.self, parts[0]), header.alg == "RS256",
      let claims = Self.decode(Claims.self, parts[1]), let signature = Self.bytes(parts[2])
    else { throw ForgeRefusal(401, "A JSON web token could not be decoded") }
    guard let app, [.text("\(app.id)"), .integer(app.id), .text(app.clientID)].contains(claims.iss) else {
      throw ForgeRefusal(404, "Integration not found")
    }
    let key = try _RSA.Signing.PublicKey(pemRepresentation: app.publicKey)
    let isSigned = key.isValidSignature(
      _RSA.Signing.RSASignature(rawRepresentation: signature),
      for: SHA256.hash(data: Data("\(parts[0]).\(parts[1])".utf8)), padding: .insecurePKCS1v1_5)
    guard isSigned else { throw ForgeRefusal(401, "A JSON web token could not be decoded") }
    let moment = now.timeIntervalSince1970
    guard claims.iat <= moment else {
      throw ForgeRefusal(401, "'Issued at' claim ('iat') must be an Integer representing a time in the past")
    }
    guard claims.exp > moment, claims.exp - claims.iat <= 600 else {
      throw ForgeRefusal(401, "'Expiration time' claim ('exp') is too far in the future")
    }
  }

  private static func decode<Value: Decodable>(_ type: Value.Type, _ part: String) -> Value? {
    // GitHub has the same message for each defect.
    bytes(part).flatMap { try? JSONDecoder().decode(type, from: $0) }
  }

  /// Decodes base64url without padding.
  private static func bytes(_ part: String) -> Data? {
    let text = part.replacing("-", with: "+").replacing("_", with: "/")
    return Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4))
  }
}
