// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
import Findings
import ReviewTesting
import Testing

struct ContentNameTests {
  @Test(arguments: 0...300)
  func `names of contents are the SHA-256 of another library`(count: Int) {
    var random = SeededRandom(seed: UInt64(count) + 1)
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    let digits = SHA256.hash(data: bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(Fingerprint.name(of: bytes) == digits)
  }
}
