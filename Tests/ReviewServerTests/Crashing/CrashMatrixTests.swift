// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import JobQueue
import ReviewTesting
import SystemPackage
import Testing

/// The process is killed at any step, repeatedly, and the result is the same as without crashes.
struct CrashMatrixTests {
  @Test(arguments: Soak.seeds(8, long: 200))
  func `no delivery is lost and nothing is published twice when the process is killed`(seed: UInt64) async throws {
    try await withScratchDirectory { folder in
      let life = CrashedLife(folder: folder.path, seed: seed)
      var random = SeededRandom(seed: seed &* 977)
      var lives = 0
      while !life.isDone {
        lives += 1
        try #require(lives < 100)
        // Later lives are longer, so that the test terminates.
        let ticks = Int.random(in: 1...(20 + 10 * lives), using: &random)
        let path = folder.path.string
        await #expect(processExitsWith: .signal(SIGKILL)) {
          [path = path as String, seed = seed as UInt64, ticks = ticks as Int] in
          try await CrashedLife(folder: FilePath(path), seed: seed).live(ticks: ticks)
        }
      }
      try await check(life)
    }
  }

  private func check(_ life: CrashedLife) async throws {
    let queue = try life.openQueue()
    for event in life.events {
      #expect(try await queue.delivery("\(event.id)", from: "github") != nil, "message \(event.id) was lost")
    }
    let open = try await queue.jobs(JobFilter(limit: 1_000)).filter { !$0.state.isFinished || $0.state == .dead }
    #expect(open == [])
    #expect(try await queue.unsettledPublications(marked: "pending:") == [])
    for (number, event) in life.last {
      let comments = life.forge.comments(on: number)
      #expect(comments.count <= 1)
      guard !event.isClosed else { continue }
      #expect(comments.map { $0.body.contains("reviewed \(commit(event.head))") } == [true])
      #expect(life.forge.statuses(of: commit(event.head)).last?.state == "success")
    }
    for event in life.events {
      let statuses = life.forge.statuses(of: commit(event.head))
      #expect(statuses.last?.state != "pending", "\(commit(event.head)) waits for ever")
      #expect(zip(statuses, statuses.dropFirst()).allSatisfy { $0 != $1 }, "a status was written twice")
      #expect(statuses.count { $0.state != "pending" } <= 1, "\(commit(event.head)) has two results: \(statuses)")
    }
    try await queue.close()
  }
}
