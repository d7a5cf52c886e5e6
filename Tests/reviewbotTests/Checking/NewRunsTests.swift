// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  struct NewRunsTests {
    @Test(.thorough) func `a new test that fails in its repetition fails the review, whatever the change configures`()
      async throws
    {
      try await withScratchDirectory { folder in
        let counter = folder.path.appending("counter")
        let repository = try SampleRepository(
          in: folder.folder("repository"),
          base: [".reviewbot.yml": "version: 1\ntests: {new_runs: 1}\n"],
          head: [
            ".reviewbot.yml": "version: 1\ntests: {new_runs: 0}\n",
            "Tests/SampleTests/NewTests.swift": """
            import Foundation
            import Testing
            @Test func alternates() {
              let counter = "\(counter.string)"
              let count = (try? String(contentsOfFile: counter, encoding: .utf8)).flatMap { Int($0) } ?? 0
              try? "\\(count + 1)".write(toFile: counter, atomically: true, encoding: .utf8)
              #expect(count.isMultiple(of: 2))
            }

            """,
          ])
        let program = try BuiltProgram(in: folder)
        let checked = try await Checked(repository, by: program)
        let report = try #require(checked.report)
        #expect(report.verdict == .testsFailed)
        #expect(report.runs.flatMap(\.failures) == [])
        #expect(
          report.runs.flatMap(\.flaky).map(\.repetitions) == [Repetitions(failed: 1, count: 1, isNew: true)])
        #expect(report.stages.contains { $0.name == "repeat new tests" && $0.status == .failed })
        // The test of the change that does not flip was repeated as well.
        #expect(report.runs.first?.tests == TestCounts(passed: 3))
        let sentence = "new in this change: failed 1 of 1 repetition"
        let name = report.runs.flatMap(\.flaky).map(\.id.description).first ?? ""
        #expect(checked.markdown?.contains(sentence) == true)
        #expect(checked.markdown?.contains("1 flaky test: passed, then failed when run again") == true)
        #expect(checked.outcome.output.contains("\(name) (\(sentence))"), "\(checked.outcome.output)")
        #expect(checked.leftover == [])
        try folder.write("file.json", String(decoding: try ReportFile.encoder.encode(report), as: UTF8.self))
        for (format, expected) in [
          ("junit", "<system-out>\(sentence)</system-out>"), ("html", sentence),
        ] {
          let rendered = try await program.run(
            ["report", "--from", folder.path.appending("file.json").string, "--format", format])
          #expect(rendered.output.contains(expected), "\(format)")
        }
      }
    }
  }
}
