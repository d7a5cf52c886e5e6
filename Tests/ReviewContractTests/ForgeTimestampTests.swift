// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import Testing

struct ForgeTimestampTests {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2013-12-03T17:23:34Z", 1_386_091_414_000),
      ("2017-09-15 16:52:00 UTC", 1_505_494_320_000), ("2024-02-29T23:59:59Z", 1_709_251_199_000),
      ("2000-03-01T00:00:00Z", 951_868_800_000), ("1969-12-31T23:59:59Z", -1_000),
      ("2026-01-01T02:00:00+02:00", 1_767_225_600_000), ("2026-01-01 02:00:00 +0200", 1_767_225_600_000),
      ("2025-12-31T16:30:00-07:30", 1_767_225_600_000), ("2026-01-01T00:00:00.5Z", 1_767_225_600_500),
      ("2026-01-01T00:00:00.123456789Z", 1_767_225_600_123), ("2026-01-01T00:00:00.07+00:00", 1_767_225_600_070),
    ] as [(String, Int64)])
  func `timestamps in the formats of forges are parsed`(text: String, milliseconds: Int64) {
    #expect(Timestamp(forgeText: text) == Timestamp(milliseconds: milliseconds))
  }

  @Test(arguments: [
    "", "now", "2026-01-01", "2026-01-01T00:00:00", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
    "2026-01-32T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z",
    "2026-01-01T00:00:00Zx", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00+2", "2026-01-01T00:00:00+99:00",
    "2026-01-01T00:00:00 CET", "+026-01-01T00:00:00Z", "٢٠٢٦-01-01T00:00:00Z",
    "2026-01-01T00:00:00." + String(repeating: "0", count: 100) + "Z",
  ])
  func `a malformed timestamp is rejected`(text: String) {
    #expect(Timestamp(forgeText: text) == nil)
  }
}
