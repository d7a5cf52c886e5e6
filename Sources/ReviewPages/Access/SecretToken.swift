// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
import Foundation
import HostileText

/// A random value of 256 bits that gives its holder access, in base64url. Only its digest is stored.
struct SecretToken: Hashable, Sendable {
  private static let length = 43

  let text: String

  init() {
    text = SymmetricKey(size: .bits256).withUnsafeBytes { Self.base64URL(Data($0)) }
  }

  /// - Returns: `nil` for a text that is no token.
  init?(_ text: some StringProtocol) {
    guard text.utf8.count == Self.length, text.isASCIIName(punctuation: "-_") else { return nil }
    self.text = String(text)
  }

  /// In hexadecimal.
  var digest: String { SHA256.hash(data: Data(text.utf8)).map { String(format: "%02x", $0) }.joined() }

  /// Returns another token, which only the holder of this one and the server can compute.
  func derived(for purpose: String) -> String {
    let key = SymmetricKey(data: Data(text.utf8))
    return Self.base64URL(Data(HMAC<SHA256>.authenticationCode(for: Data(purpose.utf8), using: key)))
  }

  /// Compares texts in a time that depends on their lengths only.
  static func isEqual(_ one: String, _ other: String) -> Bool {
    guard one.utf8.count == other.utf8.count else { return false }
    return zip(one.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func base64URL(_ data: Data) -> String {
    data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
