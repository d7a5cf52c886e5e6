// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewHost
@testable import ReviewWorker

struct CoverageHistoryTests {
  private let repository = Repository(forge: .github, name: "acme/shapes", cloneURL: "https://example.com/a")

  private func entry(_ digit: String, at time: Int, covered: Int = 1) throws -> CoverageHistory.Entry {
    CoverageHistory.Entry(
      commit: try #require(CommitID(String(repeating: digit, count: 40))),
      time: Date(timeIntervalSince1970: TimeInterval(time)), project: LineCounts(covered: covered, missed: 1),
      testsPassed: true)
  }

  @Test func `entries are sorted by time and separate for each branch and repository`() async throws {
    try await withScratchDirectory { folder in
      let history = CoverageHistory(folder.path, repository: repository, branch: "main")
      #expect(history.entries == [])
      // Nine seconds and a thousand: in the order of numbers, not of digits.
      for entry in [try entry("a", at: 1000), try entry("b", at: 9), try entry("c", at: 1_800_000_000)] {
        try history.append(entry)
      }
      #expect(history.entries.map(\.time) == [9, 1000, 1_800_000_000])
      #expect(CoverageHistory(folder.path, repository: repository, branch: "next").entries == [])
      let other = Repository(forge: .github, name: "acme/shapes", cloneURL: "https://example.com/b")
      #expect(CoverageHistory(folder.path, repository: other, branch: "main").entries == [])
    }
  }

  @Test func `all branches that have a history are listed with their repository`() async throws {
    try await withScratchDirectory { folder in
      #expect(CoverageHistory.all(in: folder.path).isEmpty)
      for branch in ["main", "develop"] {
        try CoverageHistory(folder.path, repository: repository, branch: branch).append(try entry("a", at: 9))
      }
      let all = CoverageHistory.all(in: folder.path)
      #expect(all.map(\.about.branch) == ["develop", "main"])
      #expect(all.map(\.about.repository) == ["acme/shapes", "acme/shapes"])
      #expect(all.map { $0.entries.map(\.time) } == [[9], [9]])
    }
  }

  @Test func `a commit that is reviewed again keeps its place and gets the new numbers`() async throws {
    try await withScratchDirectory { folder in
      let history = CoverageHistory(folder.path, repository: repository, branch: "main")
      for entry in [try entry("a", at: 5), try entry("b", at: 6), try entry("a", at: 7, covered: 3)] {
        try history.append(entry)
      }
      #expect(history.entries == [try entry("a", at: 5, covered: 3), try entry("b", at: 6)])
    }
  }

  @Test func `damaged and misnamed entries are ignored, and the others are read`() async throws {
    try await withScratchDirectory { folder in
      let history = CoverageHistory(folder.path, repository: repository, branch: "main")
      try history.append(try entry("a", at: 5))
      try history.append(try entry("b", at: 6))
      let place = folder.path.appending("history")
      let branch = try #require(try FileManager.default.contentsOfDirectory(atPath: place.string).first)
      let names = try FileManager.default.contentsOfDirectory(atPath: place.appending(branch).string).sorted()
      _ = try folder.write("history/\(branch)/\(names[0])", "{")
      _ = try folder.write("history/\(branch)/000000000001-x.json", try folder.text("history/\(branch)/\(names[1])"))
      #expect(history.entries == [try entry("b", at: 6)])
    }
  }
}
