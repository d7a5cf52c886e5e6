// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What a secret must be like.
enum SecretKind {
  case token, webhookSecret, privateKey

  /// A shorter one can be guessed: 128 bits in hexadecimal digits are 32 bytes, and 16 of other characters are not far off.
  static let shortestWebhookSecret = 16

  var words: String {
    switch self {
    case .token: "token"
    case .webhookSecret: "webhook secret"
    case .privateKey: "private key"
    }
  }

  /// What is wrong with a secret and what to do about it, without the secret; `nil` for a good one.
  func fault(of text: String) -> (message: String, remedy: String)? {
    if text.isEmpty { return ("holds nothing", "put the \(words) into it") }
    switch self {
    case .token:
      // Control characters could end a header that the token is sent in.
      let isPlain = text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0x7f }
      return isPlain ? nil : ("does not hold one token", "put the token alone on its first line")
    case .webhookSecret:
      guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f }) else {
        return ("does not hold one secret", "put the secret alone on its first line")
      }
      let count = text.utf8.count
      guard count >= Self.shortestWebhookSecret else {
        return (
          "holds \(count) bytes, fewer than \(Self.shortestWebhookSecret)",
          "make a secret, such as with openssl rand -hex 32, and give it to the forge too"
        )
      }
      return nil
    case .privateKey:
      let isKey = text.hasPrefix("-----BEGIN ") && text.contains("PRIVATE KEY-----")
      return isKey ? nil : ("holds no private key in PEM", "give the file that GitHub made for the app")
    }
  }
}
