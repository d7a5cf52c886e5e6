// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CurlTransport
import Findings
import Foundation
import PostgresStore
import ReviewTesting
import SystemPackage
import Testing

extension ServedEndToEnd {
  /// The daemon with its queue in PostgreSQL.
  @Suite(
    .enabled(
      if: PostgresQueueAssembly.isAvailable && PostgresServer.isInstalled,
      "needs PostgreSQL's server, and a build with --traits PostgreSQL"))
  struct ServedDatabaseTests {
    private static let pullRequests = 1...3

    /// Variables that would lead libpq to another server, or to none.
    private static let misleading = [
      "PGHOST": "/nowhere", "PGPORT": "1", "PGUSER": "unknown", "PGDATABASE": "unknown", "PGPASSWORD": "unknown",
      "PGSERVICE": "unknown", "PGSSLMODE": "unknown",
    ]

    private static func files(in folder: FilePath) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.string)
    }

    @Test func `a restart after kills leaves one comment per pull request and no open job`() async throws {
      let tiny = TinyRepository(content: .noPackage, pullRequests: Self.pullRequests.count)
      var settings = ServiceDirectory.Settings()
      settings.database = try PostgresServer.shared.database()
      try await withService(of: tiny, settings) { forge, service in
        for moment in [6, 12] {
          for number in Self.pullRequests { try await forge.pushAgain(number) }
          let served = try await service.start(environment: Self.misleading)
          try await served.wait(for: "\(moment) lines") { lines in
            lines.count >= moment || lines.count { $0.message == "job finished" } >= Self.pullRequests.count
          }
          served.kill()
        }
        let served = try await service.start()
        try await service.addHook(to: served)
        try await forge.waitForReviews(of: Self.pullRequests)
        let head = try await forge.pushAgain(1)
        try await forge.wait(for: "a review of \(head)") { state in
          state.pullRequest(1, of: tiny.fullName).map { $0.isReviewed && $0.pull.headSha == head.hex } ?? false
        }
        let jobs = try await service.waitUntilIdle()
        #expect(jobs.contains { $0.head == head.hex && $0.state == "done" }, "\(jobs)")
        let shown = try await forge.waitForReviews(of: Self.pullRequests)
        #expect(shown.map(\.reviews.count) == Self.pullRequests.map { _ in 1 })
        #expect(try await forge.violations() == [])
        #expect(try await served.terminate() == 0)
        // The queue is not on this machine, but the machine has an identifier, by which its jobs are recognized.
        #expect(try !Self.files(in: service.state).contains("queue.sqlite"))
        #expect(try Self.files(in: service.state).contains("machine-id"))
      }
    }

    @Test(.thoroughWithForge) func `two daemons that share a queue review each push once`() async throws {
      let tiny = TinyRepository(content: .noPackage, pullRequests: Self.pullRequests.count)
      var settings = ServiceDirectory.Settings()
      settings.database = try PostgresServer.shared.database()
      try await withService(of: tiny, settings) { [settings] forge, first in
        let second = try first.otherMachine(forge, settings)
        let daemons = [try await first.start(), try await second.start()]
        try await forge.waitForReviews(of: Self.pullRequests)
        for daemon in daemons { try await first.addHook(to: daemon) }
        for number in Self.pullRequests { try await forge.pushAgain(number) }
        try await forge.waitForDeliveries(2 * Self.pullRequests.count)
        try await forge.waitForReviews(of: Self.pullRequests)
        let jobs = try await first.waitUntilIdle()
        let reviews = jobs.filter { $0.kind == "review" && $0.state == "done" }
        // One for each head, from any daemon.
        #expect(Set(reviews.map(\.head)).count == reviews.count, "\(jobs)")
        let shown = try await forge.waitForReviews(of: Self.pullRequests)
        #expect(shown.map(\.reviews.count) == Self.pullRequests.map { _ in 1 })
        #expect(try await forge.violations() == [])
        for daemon in daemons { #expect(try await daemon.terminate() == 0) }
      }
    }

    @Test func `intake, worker and keeper run as separate processes, and only the worker runs jobs`() async throws {
      var settings = ServiceDirectory.Settings()
      settings.database = try PostgresServer.shared.database()
      try await withService(settings) { [settings] forge, first in
        let empty = try first.folder.folder("empty").path.string
        var daemons: [String: ServedProgram] = [:]
        for role in ["worker", "intake", "keeper"] {
          let service = try first.otherMachine(forge, settings, roles: role, named: role)
          daemons[role] = try await service.start(environment: role == "worker" ? [:] : ["PATH": empty])
        }
        let (intake, worker) = (try #require(daemons["intake"]), try #require(daemons["worker"]))
        let keeper = try #require(daemons["keeper"])
        // The keeper found the open pull request.
        try await forge.waitForReviews(of: [1])
        try await first.addHook(to: intake)
        let head = try await forge.pushAgain(1)
        try await forge.wait(for: "a review of \(head)") { state in
          state.pullRequest(1, of: "acme/tiny").map { $0.isReviewed && $0.pull.headSha == head.hex } ?? false
        }
        try await first.waitUntilIdle()
        #expect(try worker.lines.contains { $0.message == "job finished" })
        #expect(try keeper.lines.contains { $0.message == "this process is now the keeper" })
        for process in [intake, keeper] { #expect(try !process.lines.contains { $0.message.hasPrefix("job ") }) }
        let transport = CurlTransportAssembly().transport
        for (role, status) in [("intake", 405), ("worker", 404), ("keeper", 404)] {
          let daemon = try #require(daemons[role])
          #expect(try await daemon.answer("/webhook/github", by: transport).status == status, "\(role)")
          #expect(try await daemon.answer("/readyz", by: transport).status == 200, "\(role)")
        }
        #expect(try await keeper.answer("/metrics", by: transport).body.contains("reviewbot_jobs{"))
        #expect(try await !worker.answer("/metrics", by: transport).body.contains("reviewbot_jobs{"))
        #expect(try await forge.violations() == [])
        for daemon in daemons.values { #expect(try await daemon.terminate() == 0) }
      }
    }

    @Test(.thoroughWithForge) func `an unpublished report is published by another machine without a second review`()
      async throws
    {
      var settings = ServiceDirectory.Settings()
      settings.database = try PostgresServer.shared.database()
      try await withService(settings) { [settings] forge, first in
        let comments = StandInFault.Match(method: "POST", path: "/issues/1/comments")
        try await forge.addFault(StandInFault(.status, match: comments, times: nil, status: 503))
        let daemon = try await first.start()
        try await daemon.wait(for: "a report without its comment") { lines in
          lines.contains { $0.message == "job failed" && $0.metadata?["kind"] == "review" }
        }
        #expect(try await daemon.terminate() == 0)
        let second = try first.otherMachine(forge, settings)
        let job = try #require(try await first.listedJobs().first { $0.kind == "review" })
        let log = try await second.jobs("logs", "\(job.id)")
        #expect(log.output.contains("attempt 1: review of github:acme/tiny#1 at \(job.head)"), "\(log)")
        #expect(try await second.jobs("logs", "--report", "\(job.id)").output.contains(#""head" : "\#(job.head)""#))
        try await forge.clearFaults()
        let other = try await second.start()
        let shown = try await forge.waitForReviews(of: [1])
        #expect(shown.map(\.reviews.count) == [1])
        try await other.wait(for: "the report of the first machine") { lines in
          lines.contains { $0.message == "continuing with the report of an earlier attempt" }
        }
        #expect(try await forge.violations() == [])
        #expect(try await other.terminate() == 0)
      }
    }

    @Test func `jobs reads and changes the database with and without a daemon`() async throws {
      var settings = ServiceDirectory.Settings()
      settings.database = try PostgresServer.shared.database()
      try await withService(settings) { forge, service in
        let early = try await service.jobs("list")
        #expect(early.status != 0 && early.complaints.count == 1, "\(early.errors)")

        let served = try await service.start()
        let second = try await service.program.run(["serve", "--config", service.file.string])
        #expect(second.status == 3)
        #expect(second.errors.contains("the state folder \(service.state) is used by process \(served.process)"))
        try await forge.waitForReviews(of: [1])
        let job = try #require(try await service.waitUntilIdle().first { $0.kind == "review" })
        #expect(try await service.jobs("show", "\(job.id)").output.contains(job.head))
        #expect(try await service.jobs("pause", "all").output == "all: paused; running jobs continue\n")
        #expect(try await served.terminate() == 0)

        #expect(try await service.listedJobs().contains { $0.id == job.id && $0.state == "done" })
        #expect(try await service.jobs("retry", "\(job.id)").status == 0)
        #expect(try await service.allJobs().contains { $0.isOpen && $0.head == job.head })
        let open = try #require(try await service.allJobs().first { $0.isOpen })
        #expect(try await service.jobs("cancel", "\(open.id)").status == 0)
        #expect(try await service.allJobs().allSatisfy { !$0.isOpen })
        #expect(try await service.jobs("resume", "all").output == "all: resumed\n")
      }
    }
  }
}
