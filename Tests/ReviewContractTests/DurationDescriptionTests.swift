// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import ReviewContract

struct DurationDescriptionTests {
  @Test(arguments: [
    (0, "0 ms"), (999, "999 ms"), (1000, "1 s"), (1499, "1.4 s"), (12_900, "12 s"), (119_000, "119 s"),
    (120_000, "2 min"), (125_000, "2 min 5 s"),
  ])
  func `durations are written in milliseconds, seconds or minutes`(milliseconds: Int, text: String) {
    #expect(String(duration: .milliseconds(milliseconds)) == text)
  }
}
