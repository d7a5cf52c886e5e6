// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  struct FlippingLinesTests {
    /// Its lines 7 and 8, and line 9, run in turn.
    private func source(_ counter: FilePath) -> String {
      """
      import Foundation
      public func old() -> Int {
        let counter = "\(counter.string)"
        let count = (try? String(contentsOfFile: counter, encoding: .utf8)).flatMap { Int($0) } ?? 0
        try? "\\(count + 1)".write(toFile: counter, atomically: true, encoding: .utf8)
        if count.isMultiple(of: 2) {
          let even = 2
          return even
        }
        return 1
      }

      """
    }

    private let tests = """
      import Sample
      import Testing
      @Test func isOne() { #expect(one() == 1) }
      @Test func isOld() { #expect(old() > 0) }

      """

    @Test(.thorough) func `lines that flip on the base are neither compared nor indirect changes`() async throws {
      try await withScratchDirectory { folder in
        let (counter, broken) = (folder.path.appending("counter"), folder.path.appending("broken"))
        let repository = try SampleRepository(
          in: folder.folder("repository"),
          base: ["Sources/Sample/Old.swift": source(counter), "Tests/SampleTests/SampleTests.swift": tests],
          head: [
            "Tests/SampleTests/NewTests.swift": """
            import Foundation
            import Testing
            @Test func isWhole() { #expect(!FileManager.default.fileExists(atPath: "\(broken.string)")) }

            """
          ])
        let program = try BuiltProgram(in: folder)
        func check(_ count: Int, base: String) async throws -> Checked {
          try folder.write("counter", "\(count)")
          let file = try program.folder.write(
            "c.yml", "version: 1\ntests: {retries: 0, base: \(base)}\ncoverage: {base: run}\n")
          return try await Checked(repository, by: program, ["--sandbox", "none", "--config", file.string])
        }

        // The head has an even number, the base that is measured after it an odd one.
        let first = try #require(try await check(0, base: "off").report?.coverage)
        #expect(
          first.indirect
            == IndirectChanges([
              .init(path: "Sources/Sample/Old.swift", lines: [10...10], kind: .lost),
              .init(path: "Sources/Sample/Old.swift", lines: [7...8], kind: .gained),
            ]))
        #expect(program.names(in: "results/flips") == [])

        // A failed test needs the results of the base, which is measured again, now with an even number.
        try folder.write("broken", "")
        let second = try await check(1, base: "run")
        #expect(second.outcome.errors.components(separatedBy: "✓ build ").count == 3, "head and base were built")
        #expect(program.names(in: "results/flips").count == 1)

        try FileManager.default.removeItem(atPath: broken.string)
        let third = try await check(1, base: "run")
        let coverage = try #require(third.report?.coverage)
        #expect(coverage.indirect == nil)
        // The change adds three lines, of which one is missed.
        #expect(coverage.project?.counts == LineCounts(covered: 7, partial: 1, missed: 3))
        #expect(coverage.project?.adjustedBase == LineCounts(covered: 5, partial: 1, missed: 2))
        let note = "whose coverage differs between runs of the same commit were not compared: Sources/Sample/Old.swift:"
        #expect(coverage.notes.contains { $0.contains(note) }, "\(coverage.notes)")
        #expect(third.markdown?.contains("whose coverage differs between runs of the same commit") == true)
        #expect(third.outcome.output.contains("whose coverage differs between runs of the same commit"))
        #expect(third.leftover == [])
      }
    }
  }
}
