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

/// Bytes that are written as hexadecimal digits.
enum HexDigits {
  /// `nil` for what is not `count` bytes in hexadecimal digits.
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
