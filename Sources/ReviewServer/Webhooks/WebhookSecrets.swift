// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
import Foundation
package import ReviewContract

/// The secrets that a forge's deliveries may be signed with: the current one and, during a rotation, the previous one.
package struct WebhookSecrets: Sendable {
  /// In bytes. A shorter secret can be guessed; 128 bits are 32 hexadecimal digits, and 16 arbitrary characters are
  /// nearly as many.
  package static let shortest = 16
  package static let most = 2

  /// The secrets are missing or unsafe.
  package struct Invalid: Error, Sendable, CustomStringConvertible {
    package let description: String
  }

  private let keys: [SymmetricKey]

  /// - Throws: ``Invalid`` for no secret, more than two, or one that is too short.
  package init(_ secrets: [Secret]) throws(Invalid) {
    guard !secrets.isEmpty else {
      throw Invalid(description: "no webhook secret; without one, deliveries cannot be authenticated")
    }
    guard secrets.count <= Self.most else {
      throw Invalid(description: "\(secrets.count) webhook secrets; give at most two, the current and the previous one")
    }
    for secret in secrets where secret.reveal().utf8.count < Self.shortest {
      throw Invalid(
        description: "a webhook secret has \(secret.reveal().utf8.count) bytes; it needs at least \(Self.shortest)")
    }
    keys = secrets.map { SymmetricKey(data: Data($0.reveal().utf8)) }
  }

  /// Whether the code is the HMAC-SHA256 of the bytes with one of the secrets. Runs in constant time.
  func signed(_ body: [UInt8], _ code: [UInt8]) -> Bool {
    // All secrets are tried, so that the time does not depend on which one matches.
    // reviewbot:disable:next reduce_boolean -- contains ends at the first match
    keys.reduce(false) { fits, key in
      HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: body, using: key) || fits
    }
  }

  /// Whether the token is one of the secrets. Digests are compared, so that the time does not depend on the length.
  func contain(_ token: String) -> Bool {
    let digest = Array(SHA256.hash(data: Data(token.utf8)))
    // reviewbot:disable:next reduce_boolean -- contains ends at the first match
    return keys.reduce(false) { fits, key in
      let keyDigest = key.withUnsafeBytes { SHA256.hash(data: Data($0)) }
      return zip(keyDigest, digest).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0 || fits
    }
  }
}

/// Decodes hexadecimal digits.
enum HexDigits {
  /// - Returns: `nil` unless the text is exactly `count` bytes in hexadecimal digits.
  static func bytes(_ text: some StringProtocol, count: Int) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count == 2 * count else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
