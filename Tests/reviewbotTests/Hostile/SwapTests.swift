// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// Tests that replace files that are read after them.
  @Suite(.enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)))
  struct SwapTests {
    private static let secrets = ["GITHUB_TOKEN": Outside.word, "REVIEWBOT_TOKEN": Outside.word]

    private func test(_ body: String) -> SampleRepository.Files {
      [
        "Tests/SampleTests/SignTests.swift": """
        import Foundation
        import Sample
        import Testing

        @Test func swaps() throws {
          let manager = FileManager.default
          #expect(sign(5) == 1)
        \(body)
        }

        """
      ]
    }

    /// Results that would put the word into the report.
    private static let results = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites><testsuite name="A"><testcase classname="A" name="\(Outside.word)"><failure message="\(Outside.word)"/>\
      </testcase></testsuite></testsuites>

      """

    @Test(.thorough, arguments: Reviewer.all)
    func `links that replace the folders of a review are not followed`(reviewer: Reviewer) async throws {
      try await withScratchDirectory { folder in
        let outside = try Outside(in: folder)
        for name in ["bait/test.xml", "bait/test-swift-testing.xml"] { try outside.plant(name, Self.results) }
        for name in ["bait/a.profraw", "bait/debug/codecov/a.profraw"] { try outside.plant(name) }
        // The merge's files would be written to the place where the tests create a link.
        let (repository, program, own) = try await KeptBase.change(
          test(
            """
              for (folder, kept) in [
                ("/box/run/results", "/box/run/kept"), ("/box/run/home", "/box/run/home-kept"),
                ("/box/run/profiles", "/box/run/profiles-kept"),
                ("/box/source/Sources", "/box/source/Kept"),
              ] {
                if manager.fileExists(atPath: folder) { try manager.moveItem(atPath: folder, toPath: kept) }
                try manager.createSymbolicLink(atPath: folder, withDestinationPath: "\(folder.path)/bait")
              }
            """), isBehind: true, by: reviewer, in: folder)
        let checked = try await Checked(
          repository, by: program, ["--sandbox", "bwrap"], environment: Self.secrets.merging(own) { $1 },
          shell: reviewer.shell)
        let report = try #require(checked.report, "\(checked.outcome.errors)")
        #expect(report.runs.first.map(\.outcome) != .passed)
        // The folder is a folder of the commit again, and the merge's files are written to it.
        #expect(report.runs.map(\.side) == [.head, .merge], "\(report.reasons)")
        #expect(outside.traces() == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/bait").count == 4)
        #expect(checked.leftover == [])
      }
    }

    @Test(.thorough, arguments: Reviewer.all)
    func `pipes, huge files and deep folders do not block the review or its cleanup`(reviewer: Reviewer) async throws {
      try await withScratchDirectory { folder in
        let outside = try Outside(in: folder)
        let (repository, program, own) = try await KeptBase.change(
          test(
            """
              // The library has it open already.
              unlink("/box/run/results/test-swift-testing.xml")
              #expect(mkfifo("/box/run/results/test-swift-testing.xml", 0o600) == 0)
              // Read again for the coverage of its lines.
              #expect(truncate("/box/source/Sources/Sample/Sign.swift", 7 << 30) == 0)
              try manager.createDirectory(atPath: "/box/source/.git/hooks", withIntermediateDirectories: true)
              try "[core]\\n\\tfsmonitor = touch \(folder.path)/taken-by-git\\n".write(
                toFile: "/box/source/.git/config", atomically: true, encoding: .utf8)
              try manager.createDirectory(atPath: "/box/source/closed/inner", withIntermediateDirectories: true)
              chmod("/box/source/closed", 0)
              // Deeper than a path can be long.
              chdir("/box/source")
              let name = String(repeating: "d", count: 200)
              for _ in 0..<200 {
                mkdir(name, 0o700)
                chdir(name)
              }
              exit(0)
            """), by: reviewer, in: folder)
        let checked = try await Checked(
          repository, by: program, ["--sandbox", "bwrap", "--test", "head"],
          environment: Self.secrets.merging(own) { $1 }, shell: reviewer.shell)
        #expect(checked.outcome.status == 1, "\(checked.outcome.errors)")
        let run = try #require(checked.report?.runs.first)
        #expect(run.outcome == .crashed)
        #expect(run.reason == "the results cannot be read: Swift Testing's file: it is not a regular file")
        #expect(outside.traces() == [])
        #expect(checked.leftover == [])
      }
    }
  }
}
