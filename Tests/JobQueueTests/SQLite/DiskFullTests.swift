// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import GRDB
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import JobQueue

@Suite(.enabled(if: SmallDisk.isPossible, "these tests mount a small disk, which takes root and its capabilities"))
struct DiskFullTests {
  @Test(.thorough) func `a full disk is an error without partial changes, and the queue works again with free space`()
    async throws
  {
    try await withScratchDirectory { scratch in
      let folder = try scratch.folder("disk")
      let disk = try SmallDisk(at: folder.path, megabytes: 16)
      let queue = try SQLiteQueue(folder.settings())
      var recorded = 0
      var error: QueueError?
      while error == nil, recorded < 100_000 {
        let request = JobRequest(pullRequest(recorded + 1), head: commit(1))
        error = await failure { _ = try await queue.record(delivery("\(recorded)"), effect: .request(request)) }
        if error == nil { recorded += 1 }
      }
      #expect(error?.code == .diskFull, "\(error?.description ?? "")")
      #expect(error?.message == "no space is left for the queue \(folder.settings().file)")
      #expect(error?.remedy == "free some space on its disk")
      #expect(recorded > 100)
      #expect(try await queue.statistics().ready == recorded)
      #expect(try await queue.delivery("\(recorded)", from: "github") == nil)

      #expect(mount("reviewbot-test", folder.path.string, "tmpfs", UInt(MS_REMOUNT), "size=32m") == 0)
      let request = JobRequest(pullRequest(recorded + 1), head: commit(1))
      let receipt = try await queue.record(delivery("\(recorded)"), effect: .request(request))
      #expect(receipt == .recorded(QueueOutcome(.queued, ReviewJob.ID(Int64(recorded + 1)))))
      #expect(try await queue.statistics().ready == recorded + 1)
      try await queue.close()
      let integrity = try DatabaseQueue(path: folder.settings().file.string).inDatabase { database in
        try String.fetchAll(database, sql: "PRAGMA integrity_check")
      }
      #expect(integrity == ["ok"])
      withExtendedLifetime(disk) {}
    }
  }
}
