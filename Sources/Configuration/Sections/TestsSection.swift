// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How the tests are run.
package struct TestsSection: ConfigurationSection {
  package var timeLimit: TimeLimit

  package init() {
    guard let limit = TimeLimit("15m") else { preconditionFailure("the default is wrong") }
    timeLimit = limit
  }

  package static let name = "tests"
  package static let summary = "How the tests are run."
  package static var keys: [ConfigurationKey<Self>] {
    [ConfigurationKey("time_limit", \.timeLimit, .timeLimit, "Tests that take longer are ended and fail.")]
  }
}
