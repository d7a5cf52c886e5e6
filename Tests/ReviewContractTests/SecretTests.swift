// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import Testing

struct SecretTests {
  @Test func `a secret is revealed only on request`() {
    let secret = Secret("s3cret")
    var dumped = ""
    dump([secret], to: &dumped)
    for text in ["\(secret)", String(reflecting: secret), "\([secret] as [Any])", "\(Optional(secret) as Any)", dumped]
    {
      #expect(!text.contains("s3cret"))
      #expect(text.contains("***") || text.contains("Secret"))
    }
    #expect(secret.reveal() == "s3cret")
  }
}
