// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Forges
package import Observability
package import ReviewContract
import SecretMasking

extension KnownSecrets {
  /// All that this process was given, whatever for: what it says and writes is masked with them.
  package static let ofProgram = KnownSecrets()

  /// Hides a token, a key or a password.
  package func learn(_ secret: Secret) { learn(secret.reveal()) }

  /// Hides the password in `USER:PASSWORD` as well, which servers and libraries repeat without the user.
  package func learn(userAndPassword secret: Secret) {
    learn(secret)
    let parts = secret.reveal().split(separator: ":", maxSplits: 1)
    if parts.count == 2 { learn(String(parts[1])) }
  }

  /// What stands alone before a host is a user's name, unless it is as long as a token.
  private static let shortestToken = 20

  /// Hides the passwords in URLs, such as that of a proxy, and tokens in the place of a user's name.
  package func learn(passwordsIn texts: some Sequence<String>) {
    for text in texts {
      for match in text.matches(of: /:\/\/([^\/?#@\s:]*)(?::([^\/?#@\s]*))?@/) {
        if let password = match.2 {
          learn(String(password))
        } else if match.1.utf8.count >= Self.shortestToken {
          learn(String(match.1))
        }
      }
    }
  }

  /// Hides what variables hold that were taken out of the environment because of their names, although they are not for us.
  ///
  /// What looks like a word, a number or a file is none: such a variable says where a secret is, or how it is used.
  package func learn(variables: [String: String]) {
    for (name, value) in variables {
      let isPlace = ["/", "./", "../", "~"].contains { value.hasPrefix($0) } || name.hasSuffix("_FILE")
      let isWord = value.utf8.count < 16 || value.contains(where: \.isWhitespace) || !value.contains(where: \.isNumber)
      if !isPlace, !isWord { learn(value) }
    }
  }
}

/// What is said of a secret that is too short to be hidden.
package enum ShortSecret {
  /// `nil` for one that is hidden.
  package static func note(_ secret: Secret?, what: String) -> String? {
    guard let count = secret?.reveal().utf8.count, count < SecretMask.shortestSecret else { return nil }
    return "\(what) has \(count) bytes, too few to be masked in what is shown; use one of at least "
      + "\(SecretMask.shortestSecret)"
  }
}

/// Shows nothing on a forge that holds a secret, whoever made the text.
package struct MaskingPublisher: ReportPublisher {
  package let base: any ReportPublisher
  package let secrets: KnownSecrets

  package init(base: any ReportPublisher, secrets: KnownSecrets) {
    self.base = base
    self.secrets = secrets
  }

  package func publish(_ publication: Publication, isDryRun: Bool) async throws(ForgeError) -> Receipt {
    try await base.publish(publication.masked(by: secrets.mask), isDryRun: isDryRun)
  }
}
