// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import Commands

struct TreeWatchTests {
  /// The snapshots of a watch, one for each wait; waiting is cancelled after the last.
  private actor Script {
    private var values: [Int]
    private(set) var looks = 0

    init(_ values: [Int]) {
      self.values = values
    }

    func next() throws {
      guard looks < values.count else { throw CancellationError() }
      looks += 1
    }

    func value() -> Int { looks == 0 ? 0 : values[looks - 1] }
  }

  private func watched(_ values: [Int]) async throws -> (change: Int, looks: Int) {
    let script = Script(values)
    let current = Locked(0)
    let watch = TreeWatch {
      try await script.next()
      let value = await script.value()
      current.withLock { $0 = value }
    } snapshot: {
      current.withLock { $0 }
    }
    return (try await watch.change(since: 0), await script.looks)
  }

  @Test(arguments: [([1, 1], 1, 2), ([0, 0, 1, 2, 3, 3], 3, 6), ([1, 0, 0, 2, 2], 2, 5)])
  func `a change is reported when two snapshots are equal`(values: [Int], change: Int, looks: Int) async throws {
    let result = try await watched(values)
    #expect(result.change == change)
    #expect(result.looks == looks)
  }

  @Test(arguments: [[1, 0, 0, 0], [0, 0, 0], [1, 2, 3]])
  func `no change is reported while files are unchanged or still changing`(values: [Int]) async throws {
    await #expect(throws: CancellationError.self) { try await watched(values) }
  }

  @Test func `changes of sources and configuration are noticed, but not of hidden folders`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("Sources/a.swift", "1")
      try folder.write(".build/b.swift", "1")
      let first = TreeSnapshot(of: folder.path)
      try folder.write(".build/b.swift", "22")
      #expect(TreeSnapshot(of: folder.path) == first)
      try folder.write("Sources/a.swift", "22")
      let second = TreeSnapshot(of: folder.path)
      #expect(second != first)
      try folder.write(".reviewbot.yml", "version: 1\n")
      #expect(TreeSnapshot(of: folder.path) != second)
    }
  }
}

struct LintProgressTests {
  @Test func `a run of less than a second draws nothing`() {
    var progress = LintProgress(now: .seconds(5))
    progress.begin(2)
    #expect(progress.advance(now: .milliseconds(5_500), width: 80) == nil)
    #expect(progress.advance(now: .milliseconds(5_999), width: 80) == nil)
    #expect(progress.end() == nil)
  }

  @Test func `the bar is drawn at most ten times a second, within the width, and removed`() {
    var progress = LintProgress(now: .zero)
    progress.begin(3)
    progress.begin(1)
    let first = progress.advance(now: .milliseconds(1_000), width: 80)
    #expect(first == "\r[######..................] 1 of 4 files")
    #expect(progress.advance(now: .milliseconds(1_099), width: 80) == nil)
    #expect(progress.advance(now: .milliseconds(1_100), width: 10) == "\r[########")
    #expect(progress.advance(now: .seconds(2), width: 80) == "\r[########################] 4 of 4 files")
    #expect(progress.advance(now: .seconds(3), width: 80) == "\r[########################] 4 of 4 files")
    #expect(progress.end() == "\r\u{1b}[K")
    #expect(progress.end() == nil)
  }
}
