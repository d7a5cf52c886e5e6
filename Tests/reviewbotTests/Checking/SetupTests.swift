// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import Testing

extension EndToEnd {
  /// `build.environment` and `build.setup` in a whole review.
  struct SetupTests {
    private static let configuration = """
      version: 1
      build:
        environment: {LEVEL: "3"}
        setup: ['echo "public let level = $LEVEL" > Sources/Sample/Level.swift']

      """
    /// The configuration of the pull request takes effect after the merge.
    private static let head: SampleRepository.Files = [
      ".reviewbot.yml": "version: 1\nbuild: {setup: [exit 1]}\n",
      "Tests/SampleTests/LevelTests.swift":
        "import Sample\nimport Testing\n@Test func isThree() { #expect(level == 3) }\n",
    ]

    @Test(.thorough, .enabled(if: Bubblewrap.isUsable))
    func `setup commands come from the base and run before the cached build and the head's build`()
      async throws
    {
      try await withScratchDirectory { folder in
        let repository = try SampleRepository(
          in: folder.folder("repository"), base: [".reviewbot.yml": Self.configuration], head: Self.head)
        let program = try BuiltProgram(in: folder)
        let arguments = ["--sandbox", "bwrap", "--test", "head"]
        let first = try await Checked(repository, by: program, arguments)
        #expect(first.outcome.status == 0, "\(first.outcome.errors)")
        let report = try #require(first.report)
        #expect(report.verdict == .passed)
        #expect(report.runs.first?.tests.passed == 3)
        let stages = report.stages.map(\.name)
        let setup = try #require(stages.firstIndex(of: "setup"))
        #expect(stages[setup...].starts(with: ["setup", "base build", "reuse the base build"]), "\(stages)")
        let note = try #require(report.notes.first { $0.contains("this review used main's version") })
        #expect(note.contains("build.setup: "))
        #expect(first.builds.count == 1)

        // The kept build is of the same commands and variables.
        let second = try await Checked(repository, by: program, arguments)
        #expect(second.report?.stages.map(\.name).contains("base build") == false)
        let warm = try #require(second.report?.stages.first { $0.name == "reuse the base build" }?.detail)
        // The generated file is the same as well: of the repository's files, none was changed and two are new.
        #expect(warm.contains("4 of its files are unchanged"), "\(warm)")
      }
    }

    @Test func `a setup command that fails is reported as a failed build, with its log`() async throws {
      let checked = try await Checked.sample(
        base: [".reviewbot.yml": "version: 1\nbuild: {setup: ['echo cannot generate; exit 3']}\n"])
      let report = try #require(checked.report)
      #expect(checked.outcome.status == 1)
      #expect(report.verdict == .buildFailed)
      #expect(report.reasons.contains("the setup command \"echo cannot generate; exit 3\" failed with status 3"))
      #expect(report.runs.first?.logTail == "cannot generate")
      #expect(report.stages.last { $0.name == "setup" }?.status == .failed)
      #expect(checked.markdown?.contains("cannot generate") == true)
    }
  }
}
