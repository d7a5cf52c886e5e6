// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// `check --coverage-report`.
  struct CoverageReportTests {
    private static let path = "Sources/Sample/Sign.swift"

    @Test(.thorough, .enabled(if: Bubblewrap.isUsable, "\(Bubblewrap.isMissing)"))
    func `coverage reports from other machines are merged, and malformed ones are noted`() async throws {
      try await withScratchDirectory { folder in
        let (repository, program) = try await KeptBase.change(
          [Self.path: SampleRepository.change[Self.path] ?? nil], in: folder)
        // Without the report, line 3 is missed.
        try folder.write("mac.info", "SF:\(folder.path)/\(Self.path)\nDA:3,2\nend_of_record\n")
        try folder.write("torn.info", "SF:/build/\(Self.path)\nDA:3\n")
        let arguments = ["--sandbox", "bwrap", "--test", "head"]
        let checked = try await Checked(
          repository, by: program,
          arguments + [
            "--coverage-report", "mac.info", "--coverage-report", "torn.info",
            "--path-equivalence", "/build,.",
          ])
        let report = try #require(checked.report, "\(checked.outcome.errors)")
        let file = report.coverage?.files.first { $0.path == Self.path }
        #expect(file?.missedLines.isEmpty == true, "\(report.notes)")
        #expect(file?.counts == LineCounts(covered: 3))
        #expect(report.notes.contains { $0.contains("the coverage report torn.info, line 2") }, "\(report.notes)")
        // No note names the run's own directories.
        #expect(!report.notes.contains { $0.contains("coverage-reports") })
        #expect(report.verdict == .passed)
      }
    }

    @Test func `a missing or linked coverage report, or none for --path-equivalence, is a usage error`() async throws {
      try await withScratchDirectory { folder in
        let repository = try SampleRepository(in: folder.folder("repository"))
        let program = try BuiltProgram(in: folder)
        let missing = try await Checked(
          repository, by: program, ["--sandbox", "none", "--coverage-report", "gone.info"])
        #expect(missing.outcome.status == 2)
        #expect(missing.outcome.errors.contains("cannot read the file \"gone.info\" of --coverage-report"))
        #expect(missing.report == nil)
        // A link in the files of another job could lead to a secret.
        let link = folder.path.appending("repository/linked.info")
        try FileManager.default.createSymbolicLink(
          atPath: link.string, withDestinationPath: folder.write("secret", "SF:a\nend_of_record\n").string)
        let linked = try await Checked(
          repository, by: program, ["--sandbox", "none", "--coverage-report", "linked.info"])
        #expect(linked.outcome.status == 2)
        #expect(linked.outcome.errors.contains("cannot read the file \"linked.info\" of --coverage-report"))
        let alone = try await Checked(repository, by: program, ["--path-equivalence", "a,b"])
        #expect(alone.outcome.status == 2)
        #expect(alone.outcome.errors.contains("--path-equivalence FROM,TO requires --coverage-report FILE"))
      }
    }
  }
}
