// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import KeyedStore
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewContract
@testable import ReviewHost
@testable import ReviewWorker

struct ResultCacheTests {
  private func result(_ digit: String, settings: String = "s", toolchain: String = "Swift 6.3") throws -> BaseResult {
    let commit = try #require(CommitID(String(repeating: digit, count: 40)))
    return BaseResult(
      commit: commit, settings: settings, toolchain: toolchain,
      packages: [
        .init(package: "", outcome: .testsFailed, total: 3, failed: [TestID(suite: "A.\u{0}\u{1b}", name: "a()")])
      ])
  }

  @Test func `the cache returns entries by commit and settings, one for each toolchain`() async throws {
    try await withScratchDirectory { folder in
      let cache = ResultCache(folder.path.appending("results"))
      let one = try result("a")
      #expect(cache.results(of: one.commit, settings: "s") == [])
      let all = [one, try result("b"), try result("a", settings: "t"), try result("a", toolchain: "Swift 6.2")]
      for result in all + all { try cache.keep(result) }
      let found = cache.results(of: one.commit, settings: "s")
      #expect(Set(found) == [all[0], all[3]] && found.count == 2)
      #expect(cache.results(of: one.commit, settings: "t") == [all[2]])
    }
  }

  @Test func `an entry of another commit is a miss`() async throws {
    try await withScratchDirectory { folder in
      let cache = ResultCache(folder.path)
      let (kept, other) = (try result("a"), try result("b"))
      let key = CommitKey(kept.commit, settings: "s", toolchain: kept.toolchain)
      try cache.entries.set(other, for: key)
      #expect(cache.results(of: kept.commit, settings: "s") == [])
      try cache.keep(kept)
      #expect(cache.results(of: kept.commit, settings: "s") == [kept])
    }
  }
}
