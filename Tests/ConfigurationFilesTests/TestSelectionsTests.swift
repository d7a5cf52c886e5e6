// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
import ReviewContract
import Testing

/// `tests.runs`.
struct TestSelectionsTests {
  private let reader = ConfigurationReader(catalogue: catalogue)

  private func read(_ runs: String) throws(ConfigurationError) -> ReviewConfiguration {
    try reader.read(text: "version: 1\ntests: {runs: \(runs)}\n", file: "f")
  }

  @Test func `test runs are read, and their differences are listed`() throws {
    let configuration = try read(
      "[{name: unit, skip: Slow}, {name: slow, filter: ['^Slow', B], arguments: [--num-workers, 1, --disable-xctest]}]")
    #expect(
      configuration.tests.runs == [
        TestSelection(name: "unit", skips: ["Slow"]),
        TestSelection(
          name: "slow", filters: ["^Slow", "B"], arguments: ["--num-workers", "1", "--disable-xctest"]),
      ])
    let defaults = ReviewConfiguration(catalogue: catalogue)
    let text = configuration.differences(from: defaults)
    #expect(text.count == 1)
    #expect(
      text[0].hasPrefix(#"tests.runs: [] → [{name: unit, skip: ["Slow"]}, {name: slow, filter: ["^Slow", "B"]"#),
      "\(text)")
    let data = try JSONEncoder().encode(configuration)
    #expect(try JSONDecoder().decode(ReviewConfiguration.self, from: data) == configuration)
    #expect(configuration.hash != defaults.hash)
  }

  @Test func `a run can have a sanitizer and a configuration`() throws {
    let runs = "[{name: all}, {name: race, sanitize: thread, configuration: release}]"
    let configuration = try read(runs)
    let build = TestBuild(sanitizer: .thread, configuration: .release)
    #expect(configuration.tests.runs == [TestSelection(name: "all"), TestSelection(name: "race", build: build)])
    #expect(configuration.differences(from: ReviewConfiguration(catalogue: catalogue)) == ["tests.runs: [] → \(runs)"])
  }

  @Test(arguments: [
    ("[{filter: a}]", "name is missing"), ("[{name: 'a b'}]", "at most 40 letters"),
    ("[{name: a}, {name: a}]", "duplicate"), ("[{name: a, filter: '('}]", "expected a regular expression"),
    ("[{name: a, filter: --x}]", "expected a regular expression"),
    ("[{name: a, arguments: [--scratch-path, /x]}]", "\"--scratch-path\" is not allowed"),
    ("[{name: a, arguments: [--num-workers, -1]}]", "\"-1\" is not allowed"),
    ("[{name: a, arguments: [--num-workers]}]", "\"--num-workers\" is not allowed"),
    ("[{name: a, filters: b}]", "unknown key"), ("{name: a}", "expected a list"),
    ("[{name: a}, {name: b, sanitize: memory}]", "expected one of none, thread, address"),
    ("[{name: a}, {name: b, configuration: Release}]", "expected one of debug, release"),
    ("[{name: a, sanitize: thread}, {name: b, configuration: release}]", "none measures coverage"),
  ])
  func `invalid test runs are reported with the reason`(runs: String, message: String) {
    let error = #expect(throws: ConfigurationError.self) { try read(runs) }
    let messages = error?.problems.map(\.description) ?? []
    #expect(messages.contains { $0.contains(message) }, "\(messages)")
  }
}
