// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SeededTesting
import Testing

extension EndToEnd {
  /// What a review says about tests that are really flaky, broken on the base branch, slow and new.
  struct HistoryReviewTests {
    private static let commits = 12
    /// The commit that breaks a test.
    private static let breaking = 5

    /// The tests of the base branch at a commit.
    private static func tests(_ commit: Int) -> String {
      """
      import Foundation
      import Sample
      import Testing

      // Commit \(commit)
      @Test func stable() { #expect(one() == 1) }
      @Test func flaky() { #expect(Bool.random()) }
      @Test func broken() { #expect(one() == \(commit < breaking ? 1 : 2)) }
      @Test func slow() async throws { try await Task.sleep(for: .milliseconds(delay)) }

      """
    }

    @Test(.enabled(if: Soak.isLong, "REVIEWBOT_SOAK is not set"))
    func `a flaky, a broken, a slow and a new test are distinguished`() async throws {
      try await withScratchDirectory { folder in
        let files = [
          "Tests/SampleTests/SampleTests.swift": Self.tests(0), "Tests/SampleTests/Delay.swift": "let delay = 150\n",
          ".reviewbot.yml":
            "version: 1\ncheckout: {test: head}\ntests: {base: run, retries: 0}\ncoverage: {base: run}\n",
        ]
        let repository = try SampleRepository(in: folder.folder("repository"), base: files)
        let program = try BuiltProgram(in: folder)
        var last: Checked?
        for commit in 1...Self.commits {
          try repository.write(["Tests/SampleTests/SampleTests.swift": Self.tests(commit)])
          try repository.git.commit("commit \(commit)")
          let change = try repository.opening(
            commit + 1,
            head: [
              "Tests/SampleTests/Delay.swift": commit == Self.commits ? "let delay = 900\n" : "let delay = 150\n",
              "Tests/SampleTests/NewTests.swift": "import Testing\n@Test func new() { #expect(Bool(false)) }\n",
            ])
          last = try await Checked(change, by: program)
          let failures = last?.report?.runs.flatMap(\.failures) ?? []
          for failure in failures {
            let claim = failure.history?.claim
            switch failure.name {
            case "new()": #expect(claim == .new)
            case "flaky()": #expect(claim == nil || claim == .flaky)
            case "broken()": if claim != nil, case .broken = claim {} else { #expect(claim == nil) }
            default: Issue.record("\(failure.name) failed")
            }
          }
        }
        let checked = try #require(last)
        let report = try #require(checked.report)
        #expect(checked.outcome.status == 1 && report.verdict == .testsFailed)
        let broken = report.runs.flatMap(\.failures).first { $0.name == "broken()" }
        guard case .broken(let since?, _) = broken?.history?.claim else {
          Issue.record("\(String(describing: broken?.history))")
          return
        }
        #expect(try repository.git.git("log", "-1", "--format=%s", since.hex).contains("commit \(Self.breaking)"))
        #expect(report.notes.contains { $0.contains(/`SampleTests\/slow\(\)` took .*, usually 1[0-9][0-9] ms/) })
        #expect(checked.markdown?.contains("new in this change") == true)
        #expect(checked.outcome.output.contains("new in this change"))
        let flaky = try await program.run(["tests", "flaky", "--format", "svg"])
        #expect(flaky.status == 0 && flaky.output.contains("broken()"))
        if let pictures = ProcessInfo.processInfo.environment["REVIEWBOT_SCREENSHOTS"] {
          try (checked.markdown ?? "").write(toFile: "\(pictures)/history.md", atomically: true, encoding: .utf8)
          try checked.outcome.output.write(toFile: "\(pictures)/history.txt", atomically: true, encoding: .utf8)
          try flaky.output.write(toFile: "\(pictures)/history.svg", atomically: true, encoding: .utf8)
        }
      }
    }
  }
}
