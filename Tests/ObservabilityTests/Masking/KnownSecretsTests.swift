// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import Observability

struct KnownSecretsTests {
  @Test func `hides what it learns from then on`() {
    let secrets = KnownSecrets(["SECRET-TOKEN"])
    #expect(secrets.masked("SECRET-TOKEN other-secret") == "*** other-secret")
    secrets.learn("other-secret")
    #expect(secrets.masked("SECRET-TOKEN other-secret") == "*** ***")
  }

  @Test func `forgets the oldest of those that expire, and none that last`() {
    let secrets = KnownSecrets(["SECRET-TOKEN"])
    for number in 0...KnownSecrets.mostShortLived { secrets.learn("ghs_number\(number)x", isShortLived: true) }
    #expect(secrets.masked("SECRET-TOKEN ghs_number0x ghs_number1x") == "*** ghs_number0x ***")
  }
}
