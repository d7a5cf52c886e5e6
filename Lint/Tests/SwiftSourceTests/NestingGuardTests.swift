// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import SwiftSource

struct NestingGuardTests {
  private func accepts(_ text: String, _ count: Int) -> Bool {
    NestingGuard.accepts(Array(String(repeating: text, count: count).utf8))
  }

  @Test(arguments: ["(", "[", "{", "a<"]) func `as many brackets as the limit are accepted, and not one more`(
    bracket: String
  ) {
    #expect(accepts(bracket, NestingGuard.maximumBrackets))
    #expect(!accepts(bracket, NestingGuard.maximumBrackets + 1))
  }

  @Test(arguments: ["->", "if ", "try "]) func `words that nest expressions have a limit`(word: String) {
    #expect(accepts(word, NestingGuard.maximumPrefixes))
    #expect(!accepts(word + "\n", NestingGuard.maximumPrefixes + 1))
  }

  @Test func `consecutive number signs have a limit`() {
    #expect(accepts("#", NestingGuard.maximumHashes))
    #expect(!accepts("#", NestingGuard.maximumHashes + 1))
    #expect(accepts("# ", 10_000))
  }

  @Test(arguments: ["()", "[]\n", "{}", "a<b>()\n", "try a()\n"]) func `what is closed again has none`(text: String) {
    #expect(accepts(text, 100_000))
  }
}
