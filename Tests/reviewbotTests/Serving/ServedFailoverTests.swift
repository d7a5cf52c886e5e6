// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import PostgresStore
import ReviewTesting
import SystemPackage
import Testing

extension ServedEndToEnd {
  /// Two daemons whose database server is killed while they work, and whose replica takes over. The daemons are not
  /// restarted, because their connection string names both hosts.
  @Suite(
    .enabled(
      if: PostgresQueueAssembly.isAvailable && PostgresServer.isInstalled,
      "needs PostgreSQL's server, and a build with --traits PostgreSQL"))
  struct ServedFailoverTests {
    private static let pullRequests = 1...4

    @Test(.thoroughWithForge) func `with a synchronous replica, a failover loses no acknowledged delivery`()
      async throws
    {
      let transcript = Transcript("synchronous")
      let replication = try PostgresReplication(isSynchronous: true)
      transcript.note("the primary and its synchronous replica run, with an empty database")
      try await withDaemons(on: replication, transcript) { forge, _ in
        for number in Self.pullRequests { try await Self.push(number, to: forge) }
        // These are on their way when the primary is killed.
        for number in Self.pullRequests { try await forge.pushAgain(number) }
        replication.primary.stop(.killed)
        transcript.note("killed the primary with SIGKILL while deliveries come in")
        try await Self.push(to: forge) { $0 == 503 }
        transcript.note("deliveries are refused with 503: no host takes writes")
        try replication.promote()
        transcript.note("promoted the replica")
        try await Self.push(to: forge) { $0 == 202 }
        transcript.note("deliveries are acknowledged again")
        for number in Self.pullRequests { try await Self.push(number, to: forge) }
        let (kept, deliveries) = try await Self.acknowledged(of: forge, in: replication)
        let (count, acknowledged) = (deliveries.count, kept.acknowledged.count)
        transcript.note(
          "\(count) deliveries, \(acknowledged) acknowledged; the replica has \(kept.found.count) of these")
        #expect(Set(kept.acknowledged) == Set(kept.found))
        #expect(acknowledged < count && acknowledged > 2 * Self.pullRequests.count)
      }
    }

    @Test(.thoroughWithForge) func `with an asynchronous replica, a push whose delivery is lost is still reviewed`()
      async throws
    {
      let transcript = Transcript("asynchronous")
      let replication = try PostgresReplication(isSynchronous: false)
      transcript.note("the primary and its asynchronous replica run, with an empty database")
      try await withDaemons(on: replication, transcript) { forge, service in
        try await service.waitUntilIdle()
        try replication.disconnect()
        transcript.note("the replica is separated from the primary")
        let head = try await forge.pushAgain(1)
        let delivery = try #require(try await forge.waitForDeliveries(1).last)
        #expect(delivery.code == 202)
        transcript.note("pushed \(head.hex.prefix(10)); its delivery was acknowledged with \(delivery.code ?? 0)")
        replication.primary.stop(.killed)
        transcript.note("killed the primary with SIGKILL")
        try replication.promote()
        transcript.note("promoted the replica")
        let (kept, _) = try await Self.acknowledged(of: forge, in: replication)
        #expect(kept.acknowledged == [delivery.guid] && kept.found == [])
        transcript.note("the acknowledged delivery is lost: the replica has \(kept.found.count) of 1")
        try await forge.waitForReviews(of: [1])
        let jobs = try await service.waitUntilIdle()
        #expect(jobs.contains { $0.head == head.hex && $0.state == "done" })
        transcript.note("reconciliation found \(head.hex.prefix(10)), and it is reviewed")
      }
    }

    /// Starts the daemons, waits for first reviews, and in the end for reviews of all heads, one a pull request.
    private func withDaemons(
      on replication: PostgresReplication, _ transcript: Transcript,
      _ body: (StandInForge, ServiceDirectory) async throws -> Void
    ) async throws {
      let tiny = TinyRepository(content: .noPackage, pullRequests: Self.pullRequests.count)
      var settings = ServiceDirectory.Settings()
      settings.database = replication.connection
      try await withService(of: tiny, settings) { [settings] forge, first in
        let second = try first.otherMachine(forge, settings)
        let daemons = [try await first.start(), try await second.start()]
        try await forge.waitForReviews(of: Self.pullRequests)
        transcript.note("two daemons started and reviewed \(Self.pullRequests.count) pull requests")
        try await first.addHook(to: daemons[0])
        try await body(forge, first)
        let shown = try await forge.waitForReviews(of: Self.pullRequests)
        try await first.waitUntilIdle()
        transcript.note("the newest commit of each pull request is reviewed")
        #expect(shown.map(\.reviews.count) == Self.pullRequests.map { _ in 1 })
        #expect(try await forge.violations() == [])
        // Neither was started again.
        for daemon in daemons { #expect(try await daemon.terminate() == 0) }
        let keepers = try daemons.map { try $0.lines.count { $0.message == "this process is now the keeper" } }
        #expect(keepers.reduce(0, +) >= 2)
        transcript.note("each pull request has one comment; both daemons ended with status 0")
      }
    }

    /// - Returns: the status of the daemon's response.
    @discardableResult
    private static func push(_ number: Int, to forge: StandInForge) async throws -> Int {
      let before = try await forge.waitForDeliveries().count
      try await forge.pushAgain(number)
      return try await forge.waitForDeliveries(before + 1).last?.code ?? 0
    }

    /// Pushes until the daemon responds with an expected status.
    private static func push(to forge: StandInForge, until isExpected: (Int) -> Bool) async throws {
      for attempt in 0..<200 {
        let number = pullRequests.lowerBound + attempt % pullRequests.count
        if isExpected(try await push(number, to: forge)) { return }
      }
      Issue.record("the daemon never answered as expected")
    }

    private struct Kept {
      let acknowledged: [String]
      /// The acknowledged deliveries that the replica has.
      let found: [String]
    }

    private static func acknowledged(
      of forge: StandInForge, in replication: PostgresReplication
    ) async throws -> (Kept, [StandInForge.Delivery]) {
      let deliveries = try await forge.waitForDeliveries()
      let acknowledged = deliveries.filter { $0.code == 202 || $0.code == 200 }.map(\.guid)
      let list = acknowledged.map { "'\($0)'" }.joined(separator: ", ")
      let found = try replication.replica.query(
        "SELECT guid FROM reviewbot.delivery WHERE guid IN (\(list))", in: "queue")
      return (Kept(acknowledged: acknowledged, found: found.split(separator: "\n").map(String.init)), deliveries)
    }
  }
}
