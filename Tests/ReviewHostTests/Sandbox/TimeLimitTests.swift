// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import Testing

@testable import ReviewHost

struct TimeLimitTests {
  @Test func `time limits above those of the server are reduced, with a note`() {
    var options = HostReview.Options()
    options.buildTimeout = "1h"
    options.testsTimeout = "10m"
    var configuration = ReviewConfiguration(catalogue: RuleCatalogue(rules: []))
    configuration.build.timeLimit = "30m"
    configuration.tests.timeLimit = "1d"
    configuration.build.setupTimeLimit = "2h"
    #expect(
      options.limit(&configuration) == [
        "build.setup_time_limit: 2h is more than the server allows; the limit is 1h",
        "tests.time_limit: 1d is more than the server allows; the limit is 10m",
      ])
    #expect(configuration.build.setupTimeLimit == "1h")
    #expect(configuration.build.timeLimit == "30m")
    #expect(configuration.tests.timeLimit == "10m")
    // `check` has no bounds.
    configuration.build.timeLimit = "1d"
    #expect(HostReview.Options().limit(&configuration) == [])
    #expect(configuration.build.timeLimit == "1d")
  }

  @Test func `an operator can forbid other linters`() throws {
    var configuration = try ConfigurationReader(catalogue: RuleCatalogue(rules: []))
      .read(text: "version: 1\nlint: {linters: {swiftlint: on, swift-format: on}}\n", file: "f")
    var options = HostReview.Options()
    #expect(options.limit(&configuration) == [])
    options.linters = .forbid
    #expect(
      options.limit(&configuration) == [
        "lint.linters: the server does not allow other linters; not run: swift-format, swiftlint"
      ])
    #expect(configuration.lint.linters.isEmpty)
  }
}
