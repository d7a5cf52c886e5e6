// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import JobQueue
import PostgresStore

/// The queue in PostgreSQL compared with the queue in a file, on the same disk, which both flush before they
/// acknowledge: claims of a full queue, deliveries per second, and the time from a delivery to the claim of its job by
/// another process.
struct PostgresComparison {
  /// The maximum 99th percentiles on an idle machine.
  static let longestClaim = Duration.milliseconds(20)
  static let longestNotification = Duration.milliseconds(50)
  static let longestAnswer = Duration.milliseconds(30)
  /// The minimum rate of deliveries, as a multiple of that of the server in Python with asyncpg. Measured on a machine
  /// with two processors: 2.8 with little other work, and 1.6 to 1.9 with ten other busy processes, which fails.
  static let leastOfOther = 2.0
  /// The maximum ratio of the 99th percentile to the median, for a busy machine, on which all calls are slow.
  static let largestRatio = 4.0

  let claims: Int
  let rounds: Int
  /// The number of deliveries that are measured up to their claims.
  let followed: Int

  /// Prints the tables; returns whether the thresholds are kept, or there is nothing to measure.
  func measure() async throws -> Bool {
    guard PostgresQueueAssembly.isAvailable else {
      print("PostgreSQL is left out: this program was built without it (swift run --traits PostgreSQL)")
      return true
    }
    guard let server = PostgresDatabase.server else {
      print("PostgreSQL is left out: \(PostgresDatabase.variable) names no server (Benchmarks/postgresql starts one)")
      return true
    }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("reviewbot-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // At worst a temporary folder is left.
    defer { try? FileManager.default.removeItem(at: folder) }
    let isClaimed = try await claimsOfFullQueues(folder, server)
    print("")
    let isRecorded = try await deliveries(folder, server)
    print("")
    return try await claimsElsewhere(server) && isClaimed && isRecorded
  }

  private func claimsOfFullQueues(_ folder: URL, _ server: String) async throws -> Bool {
    let (finished, queued) = (QueueLatency.finished, QueueLatency.queued)
    let file = Claiming(try await QueueLatency(claims: claims).filled(folder, "old.db", finished: finished))
    let database = try PostgresDatabase("claims", at: server)
    try await database.queue().close()
    try database.fill(finished: finished, queued: queued, repositories: QueueLatency.repositories)
    let shared = Claiming(try database.queue())
    // In turns, so that other load of the machine affects both equally.
    for _ in 0..<claims {
      try await file.round()
      try await shared.round()
    }
    try await file.queue.close()
    try await shared.queue.close()
    print("\(claims) claims of \(queued) queued jobs beside \(finished) finished ones, each ended at once")
    print("  SQLite: claim \(file.claims), end \(file.ends)")
    print("  PostgreSQL: claim \(shared.claims), end \(shared.ends)")
    return try keeps(
      "claim in PostgreSQL", shared.claims, Self.longestClaim,
      peers: [.init("SQLite", file.claims.percentile(99).milliseconds)])
  }

  private func deliveries(_ folder: URL, _ server: String) async throws -> Bool {
    let secret = DeliverySender.secret
    let file = folder.appendingPathComponent("intake.db").path
    let database = try PostgresDatabase("intake", at: server)
    let shared = IntakeSubject(
      "PostgreSQL", try ServerProcess([IntakeProcess.command, secret, database.connection]))
    var subjects = [IntakeSubject("SQLite", try ServerProcess([IntakeProcess.command, secret, file])), shared]
    if let other = try IntakeLoad.otherServer(PostgresDatabase("other", at: server).connection) {
      subjects.append(IntakeSubject("aiohttp with asyncpg", other))
    }
    defer { for subject in subjects { subject.server.stop() } }
    for round in 0...rounds {
      for subject in subjects { try subject.run(round, connections: IntakeLoad.connections, time: IntakeLoad.time) }
    }
    let (size, connections) = (DeliverySender.bodySize, IntakeLoad.connections)
    print("deliveries of \(size) bytes over \(connections) connections, median of \(rounds) rounds")
    for subject in subjects { print("  \(subject)") }
    for (name, queue) in [
      ("SQLite", try QueueLatency(claims: 0).open(folder.appendingPathComponent("ingest.db").path)),
      ("PostgreSQL", try PostgresDatabase("ingest", at: server).queue() as any ReviewQueue),
    ] {
      let ingest = try await QueueLatency.ingest(into: queue)
      print("  64 senders of 64 repositories without the web server, \(name): \(ingest.rate) a second, \(ingest.times)")
    }
    let others = subjects.filter { $0 !== shared }
    var isFast = try keeps(
      "response to a delivery into PostgreSQL", shared.times, Self.longestAnswer,
      peers: others.map { .init($0.name, $0.times.percentile(99).milliseconds) })
    let other = subjects.dropFirst(2).first
    try Figure(
      group: .queue, name: "webhook deliveries into PostgreSQL", unit: "/s", ours: shared.rate,
      peers: others.map { .init($0.name, $0.rate) }, limit: other.map { $0.rate * Self.leastOfOther }, isAtLeast: true
    ).keep()
    if let other, shared.rate < Self.leastOfOther * other.rate {
      print("the intake on PostgreSQL is only \(shared.rate / other.rate) times as fast as aiohttp with asyncpg")
      isFast = false
    }
    return isFast
  }

  private func claimsElsewhere(_ server: String) async throws -> Bool {
    let database = try PostgresDatabase("elsewhere", at: server)
    let following = DeliveryFollowing(count: followed, database: database)
    let (first, review) = try following.measure()
    print("\(followed) deliveries, each from its sending to the claim of its job by another process")
    print("  the first job, which announces the review: \(first)")
    print("  the review, after that one: \(review)")
    return try keeps("delivery to claim by another process", first, Self.longestNotification)
  }

  private func keeps(
    _ what: String, _ times: Latencies, _ limit: Duration, peers: [Figure.Peer] = []
  ) throws -> Bool {
    let time = times.percentile(99)
    let bound = max(limit, times.percentile(50) * Self.largestRatio)
    try Figure(
      group: .queue, name: "\(what), 99th percentile", ours: time.milliseconds, peers: peers,
      limit: bound.milliseconds
    ).keep()
    if time <= bound { return true }
    print("one \(what) of a hundred takes \(time), more than \(limit) and \(Self.largestRatio) times as long as most")
    return false
  }
}
