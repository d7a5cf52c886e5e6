// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import ReviewContract

struct IDRangeTests {
  @Test(arguments: ["200000-200063": 200_000...200_063, "1000-1000": 1_000...1_000])
  func `a range is parsed, and described as it was written`(text: String, ids: ClosedRange<UInt32>) throws {
    let range = try #require(IDRange(text))
    #expect(range.ids == ids)
    #expect(range.description == text)
  }

  @Test(arguments: [
    "", "-", "200000", "200000-", "-200000", "200063-200000", "0-10", "999-1010", "200000-204096", "200000-4294967295",
    "4294967294-4294967294", "200000-200063-200064", "+200000-200063", "200000 - 200063", "٢٠٠٠٠٠-٢٠٠٠٦٣",
  ])
  func `a range that is malformed, too large or includes system ids is rejected`(text: String) {
    #expect(IDRange(text) == nil)
  }
}
