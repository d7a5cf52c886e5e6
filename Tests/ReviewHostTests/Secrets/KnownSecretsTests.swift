// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Observability
import ReviewContract
import Testing

@testable import ReviewHost

/// The masked parts of a process's arguments and environment, and similar parts that are not masked.
struct KnownSecretsTests {
  @Test(arguments: [
    ("http://ada:long-password@proxy:3128", "long-password", true),
    ("https://ghp_0123456789abcdef@github.com/acme/shapes", "ghp_0123456789abcdef", true),
    ("https://:long-password@host/", "long-password", true),
    ("ssh://reviewbot@git.example.com/a/b", "reviewbot", false),
    ("https://deploy-bot@example.com/", "deploy-bot", false), ("mail to ada:long-password@x", "long-password", false),
  ]) func `passwords and tokens in URLs are masked, user names are not`(text: String, part: String, isHidden: Bool) {
    let secrets = KnownSecrets()
    secrets.learn(passwordsIn: [text])
    #expect((secrets.masked("it is \(part).") == "it is ***.") == isHidden)
  }

  @Test(arguments: [
    ("NPM_TOKEN", "npm_0123456789abcdef", true), ("AWS_SECRET_ACCESS_KEY", "wJalr/XUtnFEMI+K7MDENG", true),
    ("TOKEN_FILE", "abcdefgh-0123456789", false), ("MY_SECRET", "/run/secrets/number-1", false),
    ("USE_TOKEN", "disabled", false), ("TOKEN_KIND", "a-long-word-without-digits", false),
    ("PASSWORD_HINT", "born in 1984, as was mine", false),
  ]) func `values of variables named like secrets are masked, unless they are words or paths`(
    name: String, value: String, isHidden: Bool
  ) {
    let secrets = KnownSecrets()
    secrets.learn(variables: [name: value])
    #expect((secrets.masked("it is \(value).") == "it is ***.") == isHidden)
  }

  @Test func `a password is masked with and without its user name`() {
    let secrets = KnownSecrets()
    secrets.learn(userAndPassword: Secret("ada:long-password"))
    #expect(secrets.masked("ada:long-password, long-password, ada") == "***, ***, ada")
  }
}
