// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
import Foundation
package import ReviewContract

/// The secrets that a forge's messages may be signed with: the current one, and during a change the one before.
package struct WebhookSecrets: Sendable {
  /// A shorter secret can be guessed: 128 bits in hexadecimal digits are 32 bytes, and 16 of other characters are not far off.
  package static let shortest = 16
  package static let most = 2

  /// There is no secret, or one that is not fit for use.
  package struct Unfit: Error, Sendable, CustomStringConvertible {
    package let description: String
  }

  private let keys: [SymmetricKey]

  /// - Throws: ``Unfit`` for none, more than two, or one that is too short.
  package init(_ secrets: [Secret]) throws(Unfit) {
    guard !secrets.isEmpty else {
      throw Unfit(description: "a forge without a webhook secret would take anybody's word")
    }
    guard secrets.count <= Self.most else {
      throw Unfit(description: "\(secrets.count) webhook secrets; give the current one, and at most the one before")
    }
    for secret in secrets where secret.reveal().utf8.count < Self.shortest {
      throw Unfit(
        description: "a webhook secret has \(secret.reveal().utf8.count) bytes; it needs at least \(Self.shortest)")
    }
    keys = secrets.map { SymmetricKey(data: Data($0.reveal().utf8)) }
  }

  /// Whether one of the secrets made this HMAC-SHA256 of the bytes. Takes as long for a wrong one as for a right one.
  func signed(_ body: [UInt8], _ code: [UInt8]) -> Bool {
    // All are tried, so that the time says nothing about which fits.
    keys.reduce(false) { fits, key in
      HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: body, using: key) || fits
    }
  }

  /// Whether the token is one of the secrets. What is compared are digests, so that not even the length shows.
  func contain(_ token: String) -> Bool {
    let digest = Array(SHA256.hash(data: Data(token.utf8)))
    return keys.reduce(false) { fits, key in
      let own = key.withUnsafeBytes { SHA256.hash(data: Data($0)) }
      return zip(own, digest).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0 || fits
    }
  }
}
