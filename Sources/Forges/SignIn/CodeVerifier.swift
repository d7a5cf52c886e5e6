// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
import Foundation
import HostileText
import ReviewContract

/// The secret that proves that the code of a sign-in is exchanged by the program that began the sign-in (RFC 7636).
///
/// A verifier is for one sign-in only. Its description is `***`. It is Codable as its text, so that it can be kept until
/// the person returns, in a place that only this program can read.
package struct CodeVerifier: Hashable, Sendable {
  /// 32 bytes in base64url, as recommended in RFC 7636, section 4.1.
  private static let length = 43

  private let text: Secret

  /// Creates a verifier of 256 random bits.
  package init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  /// - Parameter generator: must be suitable for cryptography.
  package init(using generator: inout some RandomNumberGenerator) {
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    text = Secret(Data(bytes).base64URL)
  }

  /// Fails for a text that is no verifier of this program.
  package init?(_ text: String) {
    guard text.utf8.count == Self.length, text.isASCIIName(punctuation: "-_") else { return nil }
    self.text = Secret(text)
  }

  /// Returns the text, for the code that keeps it.
  package func reveal() -> String { text.reveal() }

  /// The public part: the digest of the verifier, by the method `S256` (RFC 7636, section 4.2).
  package var challenge: String { Data(SHA256.hash(data: Data(reveal().utf8))).base64URL }
}

extension CodeVerifier: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { text.description }
  package var debugDescription: String { text.debugDescription }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension CodeVerifier: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let verifier = CodeVerifier(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "the text is no code verifier")
    }
    self = verifier
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(reveal())
  }
}
