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

struct CoverageCacheTests {
  private func snapshot(_ digit: String, toolchain: String = "Swift 6.3") throws -> CoverageSnapshot {
    CoverageSnapshot(
      commit: try #require(CommitID(String(repeating: digit, count: 40))), toolchain: toolchain, packages: [""],
      testsPassed: true, files: ["a.swift": [1: .covered, 2: .missed]])
  }

  @Test func `the cache returns entries by commit and settings, one for each toolchain`() async throws {
    try await withScratchDirectory { folder in
      let cache = CoverageCache(folder.path.appending("results"))
      let one = try snapshot("a")
      #expect(cache.coverage(of: one.commit, settings: "s") == [])
      let older = try snapshot("a", toolchain: "Swift 6.2")
      for snapshot in [one, older, try snapshot("b"), one] { try cache.keep(snapshot, settings: "s") }
      try cache.keep(try snapshot("a", toolchain: "Swift 6.1"), settings: "t")
      let found = cache.coverage(of: one.commit, settings: "s")
      #expect(Set(found) == [one, older] && found.count == 2)
    }
  }

  @Test func `an entry that is damaged or of another commit is a miss`() async throws {
    try await withScratchDirectory { folder in
      let cache = CoverageCache(folder.path)
      let kept = try snapshot("a")
      try cache.keep(kept, settings: "s")
      let place = folder.path.appending("coverage").appending(kept.commit.hex)
      let name = try #require(try FileManager.default.contentsOfDirectory(atPath: place.string).first)
      let file = "coverage/\(kept.commit.hex)/\(name)"
      let text = try folder.text(file)
      for damaged in [
        String(text.dropLast(20)), text.replacing("\"schema\":1", with: "\"schema\":9"),
        text.replacing("aaaaa", with: "bbbbb"), "", "[]",
      ] {
        _ = try folder.write(file, damaged)
        #expect(cache.coverage(of: kept.commit, settings: "s") == [])
      }
      _ = try folder.write(file, text)
      #expect(cache.coverage(of: kept.commit, settings: "s") == [kept])
    }
  }

  @Test func `the oldest commits are deleted above the limit, and too large an entry is ignored`() async throws {
    try await withScratchDirectory { folder in
      let folders = CommitFolders(folder: folder.path, maximumBytes: 10, maximumFiles: 2, maximumCommits: 3)
      let commits = try "12345".map { try #require(CommitID(String(repeating: $0, count: 40))) }
      for (index, commit) in commits.enumerated() {
        try folders.write(Data("x".utf8), of: commit, key: "k")
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: TimeInterval(1_000_000 + index))],
          ofItemAtPath: folder.path.appending(commit.hex).string)
      }
      #expect(commits.filter { !folders.contents(of: $0).isEmpty } == Array(commits.suffix(3)))
      try folders.write(Data(repeating: 1, count: 11), of: commits[4], key: "large")
      #expect(folders.contents(of: commits[4]).count == 1)
    }
  }
}
