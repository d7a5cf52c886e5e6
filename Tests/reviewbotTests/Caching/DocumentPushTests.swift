// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Isolation
import ReviewContract
import ReviewTesting
import Testing

extension EndToEnd {
  /// A push that changes only documents, to a pull request that passed.
  @Suite(.enabled(if: Bubblewrap.isUsable, "\(Bubblewrap.isMissing)"))
  struct DocumentPushTests {
    private static let documents: SampleRepository.Files = [
      "README.md": "First.\n", "NEWS.md": "First.\n",
    ]

    /// Reviews a pull request, and again after each push.
    private func check(
      base: SampleRepository.Files, _ pushes: [(SampleRepository.Files, arguments: [String])]
    ) async throws -> [Checked] {
      try await withScratchDirectory { folder in
        let base = base.merging(Self.documents) { first, _ in first }
        let repository = try SampleRepository(in: folder.folder("repository"), base: base)
        let program = try BuiltProgram(in: folder)
        var checked = [try await Checked(repository, by: program, ["--sandbox", "bwrap"])]
        var branch = "change"
        for (number, (files, arguments)) in pushes.enumerated() {
          try repository.git.branch("push-\(number)", at: branch) { tree in
            for (path, text) in files { try tree.write(path, text ?? "") }
            try tree.commit("push")
          }
          branch = "push-\(number)"
          try repository.git.openPullRequest(repository.number, at: branch)
          checked.append(try await Checked(repository, by: program, ["--sandbox", "bwrap"] + arguments))
        }
        return checked
      }
    }

    private static func isBuilt(_ checked: Checked) -> Bool? {
      checked.report?.stages.contains { $0.name == "build" }
    }

    @Test func `the second review has the builds, tests and coverage of the first, and the rules of its own`()
      async throws
    {
      let checked = try await check(base: [:], [(["README.md": "Second.\n"], [])])
      #expect(checked.map(\.outcome.status) == [0, 0], "\(checked.map(\.outcome.errors))")
      #expect(checked.map(Self.isBuilt) == [true, false], "\(checked.map { $0.report?.notes ?? [] })")
      let (first, second) = (try #require(checked[0].report), try #require(checked[1].report))
      #expect(second.head != first.head && second.runs == first.runs && second.coverage == first.coverage)
      #expect(second.findings == first.findings && second.change.files == first.change.files + 1)
      #expect(second.stages.map(\.name) == ["read", "sandbox", "fetch", "rules", "kept review"])
      #expect(second.notes.last?.hasPrefix("only documents differ from \(first.head.short), which passed") == true)
    }

    /// A test that reads a document, so that its target counts as a reader of all.
    private static let reader: SampleRepository.Files = [
      "Tests/SampleTests/ReaderTests.swift": """
      import Foundation
      import Testing
      @Test func reads() throws {
        let news = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../NEWS.md").standardized
        #expect(try String(contentsOf: news, encoding: .utf8) == "First.\\n")
      }

      """
    ]

    /// A target that no test depends on, and a test that reads one of its sources.
    private static let other: SampleRepository.Files = [
      "Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Sample", targets: [
          .target(name: "Sample"), .target(name: "Other"), .testTarget(name: "SampleTests", dependencies: ["Sample"]),
        ])

      """,
      "Sources/Other/Other.swift": "let a = 1\n", "Sources/Other/Read.swift": "let b = 1\n",
      "Tests/SampleTests/SourceTests.swift": """
      import Foundation
      import Testing
      @Test func readsSource() throws {
        let file = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Sources/Other/Read.swift").standardized
        #expect(try String(contentsOf: file, encoding: .utf8) == "let b = 1\\n")
      }

      """,
    ]

    @Test func `the merge runs no test if the base changed only files that the tests of the head did not open`()
      async throws
    {
      try await withScratchDirectory { folder in
        let base = [Self.other, Self.documents].reduce(into: Self.reader) { $0.merge($1) { first, _ in first } }
        let repository = try SampleRepository(in: folder.folder("repository"), base: base)
        let program = try BuiltProgram(in: folder)
        try repository.write(["README.md": "Second.\n", "Sources/Other/Other.swift": "let a = 2\n"])
        try repository.git.commit("other files")
        let unread = try await Checked(repository, by: program, ["--sandbox", "bwrap"])
        let kept = try #require(unread.report?.runs.first { $0.side == .merge }, "\(unread.outcome.errors)")
        #expect(kept.outcome == .passed && kept.reused?.count == 1 && kept.reused?.total == 1)
        #expect(unread.outcome.status == 0)
        try repository.write(["Sources/Other/Read.swift": "let b = 2\n"])
        try repository.git.commit("a file that a test reads")
        let read = try await Checked(repository, by: program, ["--sandbox", "bwrap"])
        let run = try #require(read.report?.runs.first { $0.side == .merge }, "\(read.outcome.errors)")
        #expect(run.outcome == .testsFailed && run.reused == nil)
      }
    }

    @Test(.thorough) func `tests that read a document are run again when it changes, and not for another one`()
      async throws
    {
      let checked = try await check(base: Self.reader, [(["NEWS.md": "Second.\n"], [])])
      #expect(checked.map(\.outcome.status) == [0, 1], "\(checked.map(\.outcome.errors))")
      #expect(checked.map(Self.isBuilt) == [true, true])
    }

    @Test(.thorough) func `a push that adds a document, changes a source, follows a failure or is repeated is built`()
      async throws
    {
      let source = "public func one() -> Int { 2 }\n"
      let checked = try await check(
        base: [:],
        [
          (["MORE.md": "More.\n"], []), (["README.md": "Second.\n"], ["--recheck"]),
          (["Sources/Sample/Sample.swift": source], []), (["README.md": "Third.\n"], []),
        ])
      #expect(checked.map(\.outcome.status) == [0, 0, 0, 1, 1], "\(checked.map(\.outcome.errors))")
      #expect(checked.map(Self.isBuilt) == Array(repeating: true, count: 5))
    }
  }
}
