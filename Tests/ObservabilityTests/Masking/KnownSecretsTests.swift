// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import Observability

struct KnownSecretsTests {
  @Test func `a secret is masked once it is learned`() {
    let secrets = KnownSecrets(["SECRET-TOKEN"])
    #expect(secrets.masked("SECRET-TOKEN other-secret") == "*** other-secret")
    secrets.learn("other-secret")
    #expect(secrets.masked("SECRET-TOKEN other-secret") == "*** ***")
  }

  @Test func `the oldest short-lived secret is forgotten, permanent ones are kept`() {
    let secrets = KnownSecrets(["SECRET-TOKEN"])
    for number in 0...KnownSecrets.mostShortLived { secrets.learn("ghs_number\(number)x", isShortLived: true) }
    #expect(secrets.masked("SECRET-TOKEN ghs_number0x ghs_number1x") == "*** ghs_number0x ***")
  }
}
