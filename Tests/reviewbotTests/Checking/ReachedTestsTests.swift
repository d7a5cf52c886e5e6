// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import Testing

extension EndToEnd {
  /// The test targets that head and merge run when they have results of the base, and the base has moved.
  struct ReachedTestsTests {
    /// A second target, and tests that read a document of the repository, which the pull request does not touch.
    private static let base: SampleRepository.Files = [
      ".reviewbot.yml": "version: 1\ntests: {select: affected}\ncoverage: {base: run}\n",
      "Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Sample",
        targets: [
          .target(name: "Sample"), .testTarget(name: "SampleTests", dependencies: ["Sample"]),
          .target(name: "Other"), .testTarget(name: "OtherTests", dependencies: ["Other"]),
          .testTarget(name: "ReaderTests"),
        ])

      """,
      "Sources/Other/Other.swift": "public func two() -> Int { 2 }\n",
      "Tests/OtherTests/OtherTests.swift": "import Other\nimport Testing\n@Test func isTwo() { #expect(two() == 2) }\n",
      "Tests/ReaderTests/ReaderTests.swift": """
      import Foundation
      import Testing
      @Test func reads() throws {
        let notes = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../NOTES.md").standardized
        #expect((try? String(contentsOf: notes, encoding: .utf8)) == nil)
      }

      """,
    ]

    /// Reviews the pull request, then again after each move of the base.
    private func check(_ moved: [SampleRepository.Files]) async throws -> [Checked] {
      try await withScratchDirectory { folder in
        let repository = try SampleRepository(in: folder.folder("repository"), base: Self.base)
        let program = try BuiltProgram(in: folder)
        var checked = [try await Checked(repository, by: program)]
        for files in moved {
          try repository.write(files)
          try repository.git.commit("the base moves")
          checked.append(try await Checked(repository, by: program))
        }
        return checked
      }
    }

    private func run(_ checked: Checked, _ side: CheckoutSide = .merge) throws -> TestRun {
      let report = try #require(checked.report, "\(checked.outcome.errors)")
      return try #require(report.runs.first { $0.side == side }, "\(report.runs)")
    }

    @Test func `head and merge run the test targets with other inputs than the base and the head, and say so`()
      async throws
    {
      let checked = try await check([
        ["README.md": "Read me.\n"],
        ["NOTES.md": "Notes.\n", "Sources/Other/Other.swift": "public func two() -> Int { 3 }\n"],
      ])
      // There was no result of the base.
      let first = try run(checked[0], .head)
      #expect(first.reused == nil && first.tests == TestCounts(passed: 4))
      #expect(checked[0].report?.coverage?.project != nil)

      let head = try run(checked[1], .head)
      let base = try #require(checked[1].report?.mergeBase)
      #expect(head.outcome == .passed && head.tests == TestCounts(passed: 3))
      #expect(head.reused == ReusedResults(source: .base, commit: base, targets: ["OtherTests"], total: 3))
      #expect(checked[1].report?.coverage?.counts == checked[0].report?.coverage?.counts)
      #expect(checked[1].report?.coverage?.project == nil)
      #expect(checked[1].report?.notes.contains { $0.hasPrefix("project coverage was not measured") } == true)

      let merge = try run(checked[1])
      #expect(merge.outcome == .passed && merge.tests == TestCounts(passed: 1))
      #expect(merge.reused?.targets == ["OtherTests", "SampleTests"] && merge.reused?.total == 3)
      #expect(merge.reused?.commit == checked[1].report?.head)
      let sentence =
        "3 tests passed; head: 2 of 3 test targets run, the other has the base result of \(base.short); "
        + "merge: 1 of 3 test targets run, the others have the head's inputs"
      #expect(checked[1].markdown?.replacing("`", with: "").contains(sentence) == true, "\(checked[1].markdown ?? "")")
      let output = checked[1].outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(output.contains(sentence), "\(output)")

      let broken = try run(checked[2])
      #expect(broken.outcome == .testsFailed && Set(broken.failures.map(\.name)) == ["isTwo()", "reads()"])
      #expect(checked[2].report?.verdict == .testsFailed && checked[2].outcome.status == 1)
      #expect(broken.reused?.targets == ["SampleTests"])
    }
  }
}
