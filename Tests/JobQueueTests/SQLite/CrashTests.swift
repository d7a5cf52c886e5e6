// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import GRDB
import ReviewTesting
import SystemPackage
import Testing

@testable import JobQueue

/// Tests of a process that works on a queue in ten tasks and is killed by a separate thread.
struct CrashTests {
  @Test(arguments: [2, 40, 160, 500])
  func `no acknowledged operation is lost when the process is killed`(acknowledgements: Int) async throws {
    try await withScratchDirectory { folder in
      let place = folder.path.string
      var acknowledged: [String] = []
      // Twice, so that the second process opens the queue of the first, and is killed in turn.
      for round in 1...2 {
        await #expect(processExitsWith: .signal(SIGKILL)) {
          [place = place as String, count = acknowledgements as Int, round = round as Int] in
          try await CrashTests.work(in: ScratchDirectory(path: FilePath(place)), round: round, killedAfter: count)
        }
        acknowledged += try folder.text("acknowledged-\(round)").split(separator: "\n").map(String.init)
      }
      #expect(!acknowledged.isEmpty)

      let clock = SteadyClock()
      let queue = try SQLiteQueue(folder.settings(clock: clock))
      for line in acknowledged {
        let fields = line.split(separator: " ").map(String.init)
        switch fields[0] {
        case "recorded":
          let recorded = try await queue.delivery(fields[1], from: "github")
          #expect(recorded?.outcome.job?.description == fields[2], "\(line)")
          #expect(try await queue.job(ReviewJob.ID(Int64(fields[2]) ?? 0)) != nil, "\(line)")
        case "done":
          #expect(try await queue.job(ReviewJob.ID(Int64(fields[1]) ?? 0))?.state == .done, "\(line)")
        default: Issue.record("\(line)")
        }
      }
      try await queue.close()
      try check(folder.settings().file)
    }
  }

  /// Checks that no job is without its delivery, no delivery without its job, and that the file is intact.
  private func check(_ file: FilePath) throws {
    try DatabaseQueue(path: file.string).inDatabase { database in
      #expect(try String.fetchAll(database, sql: "PRAGMA integrity_check") == ["ok"])
      #expect(try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").isEmpty)
      let lone = try Int.fetchOne(
        database,
        sql: """
          SELECT (SELECT count(*) FROM job WHERE id NOT IN (SELECT job FROM delivery))
            + (SELECT count(*) FROM delivery WHERE job NOT IN (SELECT id FROM job))
          """)
      #expect(lone == 0)
      #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM job WHERE state = 'running'") == 0)
    }
  }

  /// Records deliveries and finishes jobs from several tasks, and records which operations were committed.
  private static func work(in folder: ScratchDirectory, round: Int, killedAfter count: Int) async throws {
    let acknowledgement = DispatchSemaphore(value: 0)
    let recorded = ChangeSignal()
    let journal = open(
      folder.path.appending("acknowledged-\(round)").string, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    @Sendable func write(_ line: String) {
      let bytes = Array((line + "\n").utf8)
      // One call, so that no line is torn. The written line stays when the process is killed.
      _ = Foundation.write(journal, bytes, bytes.count)
      acknowledgement.signal()
      recorded.notify()
    }
    let queue = try SQLiteQueue(folder.settings(clock: SteadyClock()))
    @Sendable func record(_ id: String, _ reference: PullRequestReference, _ head: Int) async throws {
      let receipt = try await queue.record(
        delivery(id), effect: .request(JobRequest(reference, head: commit(head))))
      guard case .recorded(let outcome) = receipt, let job = outcome.job else { return }
      write("recorded \(id) \(job)")
    }
    // Starts only once there is work to interrupt.
    try await record("\(round)", pullRequest(round), 1)
    Thread.detachNewThread {
      for _ in 0..<count { acknowledgement.wait() }
      kill(getpid(), SIGKILL)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<100_000 {
            let reference = pullRequest(task * 1_000_000 + round * 100_000 + number + 1, in: "acme/\(task)")
            try await record("\(round)-\(task)-\(number)", reference, number)
          }
        }
      }
      for _ in 0..<2 {
        group.addTask {
          while true {
            var next: Lease?
            try await recorded.wait {
              next = try await queue.claim(by: "worker")
              return next != nil
            }
            guard let lease = next else { continue }
            _ = try await queue.finish(lease, .done(head: lease.job.head, verdict: "passed"))
            write("done \(lease.job.id)")
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
