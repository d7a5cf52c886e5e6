// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import Testing

extension EndToEnd {
  /// What the merge runs when the base has moved.
  struct ReachedTestsTests {
    /// A second target, and tests that read a document of the repository, which the pull request does not touch.
    private static let base: SampleRepository.Files = [
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

    private func check(_ moved: [SampleRepository.Files]) async throws -> [Checked] {
      try await withScratchDirectory { folder in
        let repository = try SampleRepository(in: folder.folder("repository"), base: Self.base)
        let program = try BuiltProgram(in: folder)
        var checked: [Checked] = []
        for files in moved {
          try repository.write(files)
          try repository.git.commit("the base moves")
          checked.append(try await Checked(repository, by: program))
        }
        return checked
      }
    }

    private func merge(_ checked: Checked) throws -> TestRun {
      let report = try #require(checked.report, "\(checked.outcome.errors)")
      return try #require(report.runs.first { $0.side == .merge }, "\(report.runs)")
    }

    @Test func `the merge runs the test targets with an input that the base changed, and says so`() async throws {
      let checked = try await check([
        ["README.md": "Read me.\n"],
        ["NOTES.md": "Notes.\n", "Sources/Other/Other.swift": "public func two() -> Int { 3 }\n"],
      ])
      let merge = try merge(checked[0])
      #expect(merge.outcome == .passed && merge.tests == TestCounts(passed: 1))
      #expect(merge.reused?.targets == ["OtherTests", "SampleTests"] && merge.reused?.total == 3)
      #expect(merge.reused?.commit == checked[0].report?.head)
      let sentence = "4 tests passed; merge: 1 of 3 test targets run, the others have the head's inputs"
      #expect(
        checked[0].outcome.output.contains("merge: 1 of 3 test targets run, the others have the head's"),
        "\(checked[0].outcome.output)")
      #expect(checked[0].markdown?.contains(sentence) == true)

      let broken = try self.merge(checked[1])
      #expect(broken.outcome == .testsFailed && Set(broken.failures.map(\.name)) == ["isTwo()", "reads()"])
      #expect(checked[1].report?.verdict == .testsFailed && checked[1].outcome.status == 1)
      #expect(broken.reused?.targets == ["SampleTests"])
    }
  }
}
