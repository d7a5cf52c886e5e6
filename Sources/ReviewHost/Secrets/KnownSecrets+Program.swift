// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Observability
package import ReviewContract
import SecretMasking

extension KnownSecrets {
  /// All secrets of this process, which are masked in its output.
  package static let ofProgram = KnownSecrets()

  /// Masks a token, a key or a password.
  package func learn(_ secret: Secret) { learn(secret.reveal()) }

  /// Masks `USER:PASSWORD` and the password alone, which servers and libraries may quote without the user name.
  package func learn(userAndPassword secret: Secret) {
    learn(secret)
    let parts = secret.reveal().split(separator: ":", maxSplits: 1)
    if parts.count == 2 { learn(String(parts[1])) }
  }

  /// In `https://TEXT@HOST`, a shorter text is a user name, a longer one a token. In bytes.
  private static let shortestToken = 20

  /// Masks the passwords in URLs, such as that of a proxy, and tokens that are used as a user name.
  package func learn(passwordsIn texts: some Sequence<String>) {
    for text in texts {
      // Fast path: every start checks all variables of the environment, and few are URLs.
      guard text.contains("://"), text.contains("@") else { continue }
      for match in text.matches(of: /:\/\/([^\/?#@\s:]*)(?::([^\/?#@\s]*))?@/) {
        if let password = match.2 {
          learn(String(password))
        } else if match.1.utf8.count >= Self.shortestToken {
          learn(String(match.1))
        }
      }
    }
  }

  /// Masks the values of variables whose names suggest a secret, but which reviewbot does not use itself.
  ///
  /// Paths and values that are short, or contain whitespace or no digit, are not masked: such a variable describes the
  /// location of a secret, or how it is used.
  package func learn(variables: [String: String]) {
    for (name, value) in variables {
      let isPlace = ["/", "./", "../", "~"].contains { value.hasPrefix($0) } || name.hasSuffix("_FILE")
      let isWord = value.utf8.count < 16 || value.contains(where: \.isWhitespace) || !value.contains(where: \.isNumber)
      if !isPlace, !isWord { learn(value) }
    }
  }
}

/// The warning about a secret that is too short to be masked.
package enum ShortSecret {
  /// The warning; `nil` if the secret is missing or long enough.
  ///
  /// - Parameter what: the secret in the message, such as `the token`.
  package static func note(_ secret: Secret?, what: String) -> String? {
    guard let count = secret?.reveal().utf8.count, count < SecretMask.shortestSecret else { return nil }
    return "\(what) has \(count) bytes, too few to be masked in output; use one of at least "
      + "\(SecretMask.shortestSecret)"
  }
}
