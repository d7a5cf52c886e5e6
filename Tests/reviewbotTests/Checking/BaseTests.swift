// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import Testing

extension EndToEnd {
  struct BaseTests {
    /// A test that fails before and after the change.
    private static let broken = """
      import Sample
      import Testing
      @Test func isOne() { #expect(one() == 1) }
      @Test func isTwo() { #expect(one() == 2) }

      """
    private static let configuration = "version: 1\ntests: {base: run, existing_failures: pass, retries: 0}\n"

    @Test(.thorough) func `tests that also fail on the base are marked, and the base is tested once`() async throws {
      try await withScratchDirectory { folder in
        let repository = try SampleRepository(
          in: folder.folder("repository"),
          base: ["Tests/SampleTests/SampleTests.swift": Self.broken, ".reviewbot.yml": Self.configuration])
        let program = try BuiltProgram(in: folder)
        let first = try await Checked(repository, by: program)
        #expect(first.report?.verdict == .passed && first.outcome.status == 0)
        #expect(first.report?.runs.map(\.outcome) == [.testsFailed])
        #expect(first.report?.runs.first?.failures.map(\.failsOnBase) == [true])
        #expect(first.report?.notes == ["tests that also fail on the base do not count as failed"])
        #expect(first.markdown?.contains("(also fails on main)") == true)
        #expect(first.leftover == [])
        #expect(first.outcome.errors.components(separatedBy: "✓ build ").count == 3, "head and base were built")

        try repository.git.git("checkout", "--quiet", "change")
        try repository.write([
          "Tests/SampleTests/SignTests.swift":
            "import Sample\nimport Testing\n@Test func no() { #expect(sign(1) == 7) }\n"
        ])
        try repository.git.commit("break something")
        try repository.git.openPullRequest(1)
        try repository.git.git("checkout", "--quiet", "main")
        let second = try await Checked(repository, by: program)
        #expect(second.report?.verdict == .testsFailed && second.outcome.status == 1)
        #expect(second.report?.reasons == ["2 tests failed, 1 of them on the base as well"])
        let marks = second.report?.runs.first?.failures.map { "\($0.name) \($0.failsOnBase == true)" }.sorted()
        #expect(marks == ["isTwo() true", "no() false"])
        #expect(second.outcome.errors.components(separatedBy: "✓ build ").count == 2, "the base was not built again")
        #expect(second.markdown?.contains("(also fails on main)") == true)
        #expect(second.markdown?.contains("(new in this change)") == true)

        let flaky = try await program.run(["tests", "flaky"])
        #expect(flaky.status == 0)
        #expect(flaky.output.contains(/isTwo\(\) +1 of 1 +100.0% \(20.7% to 100.0%\) +[-0-9]+ [0-9:]+ +no/))
        let runs = try await program.run(["tests", "history", "SampleTests/isTwo()"])
        #expect(runs.output.contains(/base +[0-9a-f]{7} +failed/), "\(runs.output)\(runs.errors)")
        let unknown = try await program.run(["tests", "history", "SampleTests/unknown()"])
        #expect(unknown.status == 2 && unknown.errors.contains("no run has a test named SampleTests/unknown()"))
      }
    }

    @Test(.thorough) func `a test in quarantine of the base branch does not fail a review`() async throws {
      try await withScratchDirectory { folder in
        let flaky = """
          import Foundation
          import Testing
          @Test func sometimes() { #expect(!FileManager.default.fileExists(atPath: "Sources/Sample/Sign.swift")) }

          """
        let repository = try SampleRepository(
          in: folder.folder("repository"),
          base: [
            "Tests/SampleTests/FlakyTests.swift": flaky, ".reviewbot.yml": "version: 1\ntests:\n  retries: 0 # none\n",
          ])
        let program = try BuiltProgram(in: folder)
        // The entry of the base branch counts.
        let test = "SampleTests/sometimes()"
        let added = try await program.run(
          ["tests", "quarantine", "add", test, "--reason", "depends on the folder", "--until", "2999-12-31"],
          in: repository.git.folder.path)
        #expect(added.status == 0, "\(added.errors)")
        try repository.git.commit("quarantine")
        let excused = try await Checked(repository, by: program)
        #expect(excused.report?.verdict == .passed && excused.outcome.status == 0)
        #expect(excused.markdown?.contains("(in quarantine until 2999-12-31: depends on the folder") == true)
        #expect(excused.report?.notes.contains("1 test in quarantine failed and does not count") == true)
        let listed = try await program.run(["tests", "quarantine", "list"], in: repository.git.folder.path)
        #expect(listed.output.contains(/SampleTests\/sometimes\(\) +2999-12-31 +depends on the folder/))
      }
    }
  }
}
