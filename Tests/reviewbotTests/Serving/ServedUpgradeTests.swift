// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import PostgresStore
import ReviewTesting
import SystemPackage
import Testing

extension ServedEndToEnd {
  /// A rolling upgrade of three processes while deliveries arrive, from the earlier program that
  /// `REVIEWBOT_EARLIER_PROGRAM` names, or from the same program.
  @Suite(
    .enabled(
      if: PostgresQueueAssembly.isAvailable && PostgresServer.isInstalled,
      "needs PostgreSQL's server, and a build with --traits PostgreSQL"))
  struct ServedUpgradeTests {
    private static let pullRequests = 1...3
    private static let roles = ["intake,keeper", "worker", "intake"]
    private static let earlier = ProcessInfo.processInfo.environment["REVIEWBOT_EARLIER_PROGRAM"].map { FilePath($0) }

    @Test(.thoroughWithForge) func `each push is reviewed during a rolling upgrade of three processes`() async throws {
      let transcript = Transcript("upgrade")
      let tiny = TinyRepository(content: .noPackage, pullRequests: Self.pullRequests.count)
      let server = try PostgresServer.shared
      var settings = ServiceDirectory.Settings()
      let database = try server.database()
      settings.database = database
      try await withService(of: tiny, settings) { [settings] forge, first in
        var processes: [ServedProgram] = []
        for (number, roles) in Self.roles.enumerated() {
          var old = settings
          old.executable = Self.earlier
          let service = try first.otherMachine(forge, old, roles: roles, named: "machine-\(number + 1)")
          processes.append(try await service.start())
          if roles.contains("intake") { try await first.addHook(to: processes[number]) }
        }
        transcript.note("three processes of the earlier program: \(Self.roles.joined(separator: "; "))")
        let version = "SELECT version FROM reviewbot.schema_version"
        transcript.note("the schema of the database is version \(try server.query(version, in: database))")
        try await Self.pushAndWait(forge, transcript, "before the upgrade")
        // The first process of the new program migrates the database while the others use it.
        for number in [2, 1, 0] {
          #expect(try await processes[number].terminate() == 0)
          // Another intake accepts the deliveries in between.
          let heads = try await Self.push(forge)
          let roles = Self.roles[number]
          let service = try first.otherMachine(forge, settings, roles: roles, named: "machine-\(number + 1)")
          processes[number] = try await service.start()
          if roles.contains("intake") { try await first.addHook(to: processes[number]) }
          let schema = try server.query(version, in: database)
          transcript.note("machine \(number + 1) (\(roles)) runs the new program; the schema is version \(schema)")
          try await Self.wait(for: heads, forge)
          try await Self.pushAndWait(forge, transcript, "with machine \(number + 1) upgraded")
        }
        let jobs = try await first.waitUntilIdle()
        let reviews = jobs.filter { $0.kind == "review" && $0.state == "done" }
        // One for each head, from either program.
        #expect(Set(reviews.map(\.head)).count == reviews.count, "\(jobs)")
        let shown = try await forge.waitForReviews(of: Self.pullRequests)
        #expect(shown.map(\.reviews.count) == Self.pullRequests.map { _ in 1 })
        #expect(try await forge.violations() == [])
        transcript.note("\(reviews.count) reviews, one for each commit that was reviewed; one comment a pull request")
        for process in processes { #expect(try await process.terminate() == 0) }
      }
    }

    private static func push(_ forge: StandInForge) async throws -> [CommitID] {
      var heads: [CommitID] = []
      for number in pullRequests { heads.append(try await forge.pushAgain(number)) }
      let deliveries = try await forge.waitForDeliveries()
      // A process that has ended does not respond; a running one acknowledges everything.
      #expect(deliveries.allSatisfy { [0, 200, 202].contains($0.code) })
      return heads
    }

    private static func wait(for heads: [CommitID], _ forge: StandInForge) async throws {
      let shown = try await forge.waitForReviews(of: pullRequests)
      #expect(shown.map(\.pull.headSha) == heads.map(\.hex))
    }

    private static func pushAndWait(_ forge: StandInForge, _ transcript: Transcript, _ when: String) async throws {
      try await wait(for: push(forge), forge)
      transcript.note("\(pullRequests.count) pushes \(when) are reviewed")
    }
  }
}
