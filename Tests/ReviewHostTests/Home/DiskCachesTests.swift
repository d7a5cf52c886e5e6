// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewHost

struct DiskCachesTests {
  @Test func `the least recently used entries above each cache's bound are deleted`() async throws {
    try await withScratchDirectory { folder in
      for (index, name) in ["a", "b", "c"].enumerated() {
        try folder.write("builds/\(name)/1/debug/x", String(repeating: "x", count: 1 << 20))
        try folder.write("results/base/\(name).json", String(repeating: "x", count: 1 << 20))
        try age("builds/\(name)/1", 3 - index, in: folder)
        try age("builds/\(name)", 3 - index, in: folder)
        try age("results/base/\(name).json", index, in: folder)
      }
      var bounds = DiskCaches.Bounds()
      // On most file systems a folder takes room as well, so that two builds are more than two megabytes.
      bounds.builds = "2560K"
      bounds.results = "2M"
      let caches = DiskCaches(HomeDirectory(path: folder.path), bounds: bounds)
      #expect(caches.usage().map(\.entries) == [0, 3, 0, 3, 0, 0])
      #expect(caches.prune().map(\.kind) == [.builds, .results])
      #expect(["a", "b", "c"].filter { folder.exists("builds/\($0)") } == ["b", "c"])
      #expect(["a", "b", "c"].filter { folder.exists("results/base/\($0).json") } == ["a", "b"])
      #expect(caches.prune().isEmpty)
      caches.prune([.builds], isComplete: true)
      #expect(caches.usage().map(\.entries) == [0, 0, 0, 2, 0, 0])
    }
  }

  @Test func `a build that another run copies is not deleted`() async throws {
    try await withScratchDirectory { folder in
      for name in ["used", "unused"] { try folder.write("builds/main/\(name)/debug/x", "x") }
      let caches = DiskCaches(HomeDirectory(path: folder.path), bounds: DiskCaches.Bounds())
      let lock = try await CacheLock(exclusive: folder.path.appending("builds/main/used.lock"))
      caches.prune([.builds], isComplete: true)
      #expect(folder.exists("builds/main/used/debug/x"))
      #expect(!folder.exists("builds/main/unused"))
      _ = consume lock
      caches.prune([.builds], isComplete: true)
      #expect(!folder.exists("builds/main"))
    }
  }

  @Test func `caches are pruned at most once an hour`() async throws {
    try await withScratchDirectory { folder in
      var bounds = DiskCaches.Bounds()
      bounds.logs = "1M"
      let caches = DiskCaches(HomeDirectory(path: folder.path), bounds: bounds)
      caches.pruneIfDue()
      try folder.write("logs/1.log", String(repeating: "x", count: 2 << 20))
      caches.pruneIfDue()
      #expect(folder.exists("logs/1.log"))
      caches.pruneIfDue(now: Date().addingTimeInterval(3_700))
      #expect(!folder.exists("logs/1.log"))
    }
  }

  /// Sets the time of the last use to the given number of days ago.
  private func age(_ name: String, _ days: Int, in folder: ScratchDirectory) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date().addingTimeInterval(Double(-days) * 86_400)],
      ofItemAtPath: folder.path.string + "/" + name)
  }
}
