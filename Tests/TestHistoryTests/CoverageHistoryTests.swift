// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import KeyedStore
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import TestHistory

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
      #expect(all.values.map(\.branch).sorted() == ["develop", "main"])
      #expect(all.values.map(\.repository) == ["acme/shapes", "acme/shapes"])
      for (group, about) in all { #expect(CoverageHistory(folder.path, group, about).entries.map(\.time) == [9]) }
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

  @Test func `damaged and misnamed entries are counted, and the others are read`() async throws {
    try await withScratchDirectory { folder in
      let history = CoverageHistory(folder.path, repository: repository, branch: "main")
      try history.append(try entry("a", at: 5))
      try history.append(try entry("b", at: 6))
      let branch = "history/\(history.group)"
      let (first, second) = (String(repeating: "a", count: 40), String(repeating: "b", count: 40))
      _ = try folder.write("\(branch)/\(String(repeating: "c", count: 40))", try folder.text("\(branch)/\(second)"))
      _ = try folder.write("\(branch)/\(first)", "{")
      // A file of an earlier version.
      _ = try folder.write("\(branch)/000000000001-x.json", "{}")
      #expect(history.entries == [try entry("b", at: 6)])
      #expect(history.unreadable.sentence == "2 records of the coverage could not be read")
    }
  }

  @Test func `the oldest of more than a thousand entries are removed`() async throws {
    try await withScratchDirectory { folder in
      let history = CoverageHistory(folder.path, repository: repository, branch: "main")
      for number in 0..<CoverageHistory.maximumEntries + 2 {
        let digits = String(number)
        let commit = try #require(CommitID(String(repeating: "0", count: 40 - digits.count) + digits))
        let entry = CoverageHistory.Entry(
          commit: commit, time: Date(timeIntervalSince1970: TimeInterval(number)), project: LineCounts(covered: 1),
          testsPassed: true)
        // The last ones find a full history.
        if number < CoverageHistory.maximumEntries {
          try history.store.set(entry, for: NamedKey(group: history.group, name: commit.hex))
        } else {
          try history.append(entry)
        }
      }
      #expect(history.entries.count == CoverageHistory.maximumEntries)
      #expect(history.entries.first?.time == 2 && history.entries.last?.time == CoverageHistory.maximumEntries + 1)
    }
  }
}
