// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  struct BaseCoverageTests {
    private static let old = "public func old(_ x: Int) -> Int {\n  let y = x + 1\n  return y * 2\n}\n"
    private static let tests = "import Sample\nimport Testing\n@Test func isOne() { #expect(one() == 1) }\n"

    private func repository(in folder: ScratchDirectory) throws -> SampleRepository {
      try SampleRepository(
        in: folder.folder("repository"),
        base: [
          "Sources/Sample/Old.swift": Self.old,
          "Tests/SampleTests/SampleTests.swift": Self.tests + "@Test func isOld() { #expect(old(1) == 4) }\n",
        ],
        // The change also removes the test of lines that it does not touch.
        head: ["Tests/SampleTests/SampleTests.swift": Self.tests])
    }

    private func check(
      _ repository: SampleRepository, by program: BuiltProgram, _ keys: String
    ) async throws -> Checked {
      let file = try program.folder.write(
        "c.yml", "version: 1\ncoverage: {min_lines: 0, informational: false, \(keys)}\n")
      return try await Checked(repository, by: program, ["--sandbox", "none", "--config", file.string])
    }

    @Test func `the coverage of a change is compared with that of its base, which is measured once`() async throws {
      try await withScratchDirectory { folder in
        let repository = try repository(in: folder)
        let program = try BuiltProgram(in: folder)

        let first = try await check(repository, by: program, "base: run")
        #expect(first.outcome.errors.components(separatedBy: "✓ build ").count == 3, "head and base were built")
        try expectComparison(first)
        let base = try #require(first.report?.base)
        #expect(program.names(in: "results/coverage") == [base.hex])
        #expect(program.names(in: "results/history").count == 1)
        #expect(first.leftover == [])

        let second = try await check(repository, by: program, "base: cached")
        #expect(second.outcome.errors.components(separatedBy: "✓ build ").count == 2, "the base was not built again")
        try expectComparison(second)
        #expect(second.markdown?.contains("`Sources/Sample/Old.swift:2-3` covered on the base, not run now") == true)
      }
    }

    private func expectComparison(_ checked: Checked) throws {
      #expect(checked.report?.reasons == ["coverage of the change is 66.6 %, below the base's 100 %"])
      let coverage = try #require(checked.report?.coverage)
      #expect(coverage.counts == LineCounts(covered: 2, missed: 1) && coverage.gate == .failed)
      #expect(
        coverage.project
          == ProjectCoverage(
            counts: LineCounts(covered: 3, missed: 3), base: LineCounts(covered: 3),
            adjustedBase: LineCounts(covered: 3)))
      #expect(
        coverage.indirect
          == IndirectChanges([.init(path: "Sources/Sample/Old.swift", lines: [2...3], kind: .lost)]))
      #expect(checked.outcome.output.contains("50 % (main: 100 %, −50)"))
    }
  }
}
