// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import KeyedStore
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

  @Test func `an entry of another commit, or of another version of coverage, is a miss`() async throws {
    try await withScratchDirectory { folder in
      let cache = CoverageCache(folder.path)
      let kept = try snapshot("a")
      let key = CommitKey(kept.commit, settings: "s", toolchain: kept.toolchain)
      let json = String(decoding: try KeptCoverage(settings: "s", snapshot: kept).stored(), as: UTF8.self)
      let raw = KeyedStore<CommitKey, [UInt8]>(cache.entries.folder, StoreFormat("coverage", version: 1))
      for other in [json.replacing("\"schema\":1", with: "\"schema\":9"), json.replacing("aaaaa", with: "bbbbb"), "[]"]
      {
        try raw.set(Array(other.utf8), for: key)
        #expect(cache.coverage(of: kept.commit, settings: "s") == [])
      }
      try raw.set(Array(json.utf8), for: key)
      #expect(cache.coverage(of: kept.commit, settings: "s") == [kept])
    }
  }
}
