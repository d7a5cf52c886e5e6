// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import GRDB
import JobQueue
import ReviewContract
import SystemPackage

/// The latency of a full queue: claims with a million finished jobs and a hundred thousand queued ones of 500
/// repositories, and deliveries of many concurrent senders, each on disk before it is acknowledged.
struct QueueLatency {
  static let finished = 1_000_000
  static let queued = 100_000
  static let repositories = 500
  /// The maximum 99th percentile of claims.
  static let longestClaim = Duration.milliseconds(10)
  static let largestRatio = 1.5

  let claims: Int

  /// Prints the table; returns whether the threshold is kept.
  func measure() async throws -> Bool {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("reviewbot-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // At worst a temporary folder is left.
    defer { try? FileManager.default.removeItem(at: folder) }
    let young = try await Claiming(filled(folder, "young.db", finished: 0))
    let old = try await Claiming(filled(folder, "old.db", finished: Self.finished))
    // In turns, so that other load of the machine affects both equally.
    for _ in 0..<claims {
      try await young.round()
      try await old.round()
    }
    try await young.queue.close()
    try await old.queue.close()
    print("\(claims) claims of \(Self.queued) queued jobs, each ended at once; the disk is waited for in both")
    print("  nothing finished: claim \(young.claims), end \(young.ends)")
    print("  \(Self.finished) finished: claim \(old.claims), end \(old.ends)")
    let ingest = try await Self.ingest(into: open(folder.appendingPathComponent("ingest.db").path))
    print("  deliveries of 64 senders at once: \(ingest.rate) a second, \(ingest.times)")
    let (ours, same) = (old.claims.percentile(99), young.claims.percentile(99))
    try Figure(
      group: .queue, name: "claim beside \(Self.finished) finished jobs, 99th percentile", ours: ours.milliseconds,
      peers: [.init("nothing finished", same.milliseconds)],
      limit: max(Self.longestClaim, same * Self.largestRatio).milliseconds
    ).keep()
    // On a busy machine all claims are slow; then finished jobs must at least have little effect.
    if ours <= Self.longestClaim || ours <= same * Self.largestRatio { return true }
    print("one claim of a hundred takes \(ours), more than \(Self.longestClaim) and \(Self.largestRatio) times \(same)")
    return false
  }

  /// Creates a full queue in a file.
  func filled(_ folder: URL, _ name: String, finished: Int) async throws -> any ReviewQueue {
    let path = folder.appendingPathComponent(name).path
    try await open(path).close()
    try fill(path, finished: finished, queued: Self.queued)
    return try open(path)
  }

  /// Records deliveries of 64 concurrent senders, and closes the queue.
  static func ingest(into queue: any ReviewQueue) async throws -> (rate: Int, times: Latencies) {
    guard let head = CommitID(String(repeating: "a", count: 40)) else { throw Failure("a commit id") }
    let (senders, each) = (64, 300)
    var times = Latencies()
    let elapsed = try await ContinuousClock().measure {
      times = try await withThrowingTaskGroup(of: Latencies.self) { group in
        for sender in 0..<senders {
          group.addTask {
            var mine = Latencies()
            for number in 0..<each {
              let pullRequest = PullRequestReference(
                repository: RepositoryReference(forge: "github", name: "acme/\(sender)"), number: number + 1)
              let delivery = Delivery(
                forge: "github", id: "\(sender)-\(number)", event: "pull_request", action: "opened",
                pullRequest: pullRequest, head: head, bodyDigest: String(repeating: "b", count: 64))
              mine.add(
                try await ContinuousClock().measure {
                  _ = try await queue.record(delivery, effect: .request(JobRequest(pullRequest, head: head)))
                })
            }
            return mine
          }
        }
        return try await group.reduce(into: Latencies()) { $0.add($1) }
      }
    }
    try await queue.close()
    return (Int(Double(senders * each) / (elapsed / .seconds(1))), times)
  }

  func open(_ path: String) throws -> any ReviewQueue {
    try JobQueueAssembly().queue(JobQueueSettings(file: FilePath(path)))
  }

  /// Writes the rows that the queue itself would write, but faster.
  private func fill(_ path: String, finished: Int, queued: Int) throws {
    try DatabaseQueue(path: path).write { database in
      try database.execute(
        sql: """
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.repositories))
          INSERT INTO repository(id, forge, name) SELECT i, 'github', 'acme/' || i FROM n
          """)
      let count = finished + queued
      guard count > 0 else { return }
      try database.execute(
        sql: """
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
          INSERT INTO pull_request(id, repository, number, touched_at)
            SELECT i, 1 + i % \(Self.repositories), i, 1700000000000 FROM n
          """)
      let head = String(repeating: "a", count: 40)
      for (state, range, end) in [
        ("done", 1..<finished + 1, "1700000000000 + i"), ("queued", finished + 1..<count + 1, "NULL"),
      ] where !range.isEmpty {
        try database.execute(
          sql: """
            WITH RECURSIVE n(i) AS (SELECT \(range.lowerBound) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(range.upperBound))
            INSERT INTO job(id, repository, pull_request, kind, subject, head, needs_approval, priority, state, ready, rank,
              attempts, losses, fence, queued_at, not_before, created_at, finished_at)
            SELECT i, 1 + i % \(Self.repositories), i, 'review', '', '\(head)', 0, 1, '\(state)', '\(state)' = 'queued',
              1700000600000 + i, 0, 0, 0, 1700000000000 + i, 1700000000000, 1700000000000, \(end) FROM n
            """)
      }
    }
  }
}
