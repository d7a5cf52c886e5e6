// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Testing

struct TimeLimitTests {
  @Test(arguments: [
    ("90s", 90, "90s"), ("10m", 600, "10m"), ("1h", 3600, "1h"), ("60s", 60, "1m"), ("24h", 86_400, "24h"),
  ])
  func `parses a duration and formats it in its largest unit`(text: String, seconds: Int, written: String) {
    #expect(TimeLimit(text)?.seconds == seconds)
    #expect(TimeLimit(text)?.description == written)
  }

  @Test(arguments: ["", "s", "10", "0s", "25h", "-1s", "1.5h", "1 h", "1:30", "9999999s", "१s", "1S", "1e3s", "+1s"])
  func `rejects an invalid duration`(text: String) {
    #expect(TimeLimit(text) == nil)
  }
}
