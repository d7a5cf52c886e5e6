// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import ReviewContract
import Testing

/// Changes of `tests.quarantine` in the text of a configuration.
struct QuarantineEditTests {
  private func entry(_ test: String, package: String = "") -> QuarantinedTest {
    var entry = QuarantinedTest()
    (entry.test, entry.package, entry.until, entry.reason) = (test, package, "2026-12-31", "no: \"network\"")
    return entry
  }

  private func edit(_ text: String) -> QuarantineEdit { QuarantineEdit(text) { try entries($0) } }

  private func entries(_ text: String) throws -> [QuarantinedTest] {
    if text.isEmpty { return [] }
    return try ConfigurationReader(catalogue: RuleCatalogue(rules: [])).read(text: text, file: ".reviewbot.yml").tests
      .quarantine
  }

  private static let texts = [
    "", "version: 1\n", "version: 1", "version: 1\ntests:\n  retries: 0 # none\n\ncoverage:\n  base: off\n",
    "version: 1\ntests:\n  quarantine: []\n", "version: 1\ntests:\n    retries: 0\n",
    "version: 1\ntests:\n  quarantine:\n  - test: B/b()\n    until: 2026-01-01\n    reason: r # why\n  retries: 0\n",
    "version: 1\ntests:\n  # Why these.\n  quarantine:\n    # The first one.\n    - {test: B/b(), until: 2026-01-01, reason: r}\n\n\nbuild: {}\n",
  ]

  @Test(arguments: texts) func `an entry is added and removed, and everything else stays`(text: String) throws {
    let before = try entries(text)
    let added = try edit(text).adding(entry("A/a()"))
    #expect(try entries(added) == before + [entry("A/a()")])
    for line in text.split(separator: "\n") where !line.contains("quarantine: []") {
      #expect(added.split(separator: "\n").contains(line), "\(added)")
    }
    let again = try edit(added).adding(entry("A/a()", package: "Packages/P"))
    #expect(try entries(again) == before + [entry("A/a()"), entry("A/a()", package: "Packages/P")])
    var removed = try edit(again).removing("A/a()", package: "Packages/P")
    removed = try edit(removed).removing("A/a()", package: "")
    #expect(try entries(removed) == before)
    for known in before { removed = try edit(removed).removing(known.test, package: known.package) }
    #expect(try entries(removed) == [])
    for comment in ["# none", "# Why these."] where text.contains(comment) { #expect(removed.contains(comment)) }
  }

  @Test func `an entry is not added twice, and an unknown one is not removed`() throws {
    let text = try edit("version: 1\n").adding(entry("A/a()"))
    #expect(throws: UsageError.self) { try edit(text).adding(entry("A/a()")) }
    let error = #expect(throws: UsageError.self) { try edit(text).removing("A/b()", package: "") }
    #expect(error.map { "\($0)" }?.contains("these are: A/a()") == true)
  }

  @Test(arguments: [
    "version: 1\ntests: {retries: 0}\n", "{version: 1}\n", "version: 1\ntests:\n  quarantine: [\n  ]\n",
  ])
  func `a file with another layout is not changed`(text: String) throws {
    let error = #expect(throws: UsageError.self) { try edit(text).adding(entry("A/a()")) }
    #expect(error.map { "\($0)" }?.contains("to tests.quarantine") == true)
  }

  @Test(arguments: [
    ("{test: a, until: 2026-13-01, reason: r}", "2026-13-01"), ("{test: a, until: tomorrow, reason: r}", "tomorrow"),
    ("{test: a, reason: r}", "until is missing"), ("{test: a, until: 2026-01-01}", "reason is missing"),
    ("{test: \"\", until: 2026-01-01, reason: r}", "name of a test"),
    ("{tests: a, until: 2026-01-01, reason: r}", "unknown key"),
    ("{test: a, until: 2026-01-01, reason: r}, {test: a, until: 2026-02-02, reason: s}", "duplicate"),
  ])
  func `invalid entries are explained`(item: String, part: String) {
    let error = #expect(throws: ConfigurationError.self) {
      try entries("version: 1\ntests:\n  quarantine: [\(item)]\n")
    }
    #expect(error.map { "\($0)" }?.contains(part) == true, "\(error.map { "\($0)" } ?? "")")
  }
}
