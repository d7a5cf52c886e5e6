// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import SystemPackage
import Testing

extension ServedEndToEnd {
  /// A new daemon finishes the jobs of a killed one.
  struct ServedCrashTests {
    /// The number of kills, which the nightly soak test increases.
    private static let rounds = Soak.count(3, long: 40)
    private static let pullRequests = 1...4

    @Test(.thoroughWithForge) func `repeated kills leave one comment per pull request and no pending status`()
      async throws
    {
      let tiny = TinyRepository(content: .noPackage, pullRequests: Self.pullRequests.count)
      try await withService(of: tiny) { forge, service in
        var random = SeededRandom(seed: 4)
        for round in 1...Self.rounds {
          for number in Self.pullRequests { try await forge.pushAgain(number) }
          let served = try await service.start()
          let moment = Int.random(in: 6...24, using: &random)
          // Each line of its log is another moment. There are no more when all jobs are finished.
          try await served.wait(for: "\(moment) lines") { lines in
            lines.count >= moment || lines.count { $0.message == "job finished" } >= Self.pullRequests.count
          }
          // Publications are not logged: during these, the writes on the forge are the moments.
          let writes = Int.random(in: 0...3, using: &random)
          let before = try await forge.state().writes(to: tiny.fullName)
          try await forge.wait(for: "\(writes) writes") { state in
            state.writes(to: tiny.fullName) >= before + writes
              || Self.pullRequests.allSatisfy { state.pullRequest($0, of: tiny.fullName)?.isReviewed ?? false }
          }
          served.kill()
          // A job that loses its runner three times fails.
          guard round.isMultiple(of: 2) else { continue }
          let next = try await service.start()
          try await forge.waitForReviews(of: Self.pullRequests)
          try await service.waitUntilIdle()
          #expect(try await next.terminate() == 0)
        }
        let served = try await service.start()
        try await forge.waitForReviews(of: Self.pullRequests)
        try await service.waitUntilIdle()
        // Also of commits that were not reviewed to the end.
        try await forge.wait(for: "final statuses") { $0.pendingCommits(of: tiny.fullName) == [] }
        let jobs = try await service.waitUntilIdle()
        #expect(jobs.contains { $0.attempts > 1 || $0.state == "superseded" }, "\(jobs)")
        let shown = try await forge.waitForReviews(of: Self.pullRequests)
        #expect(shown.map(\.reviews.count) == Self.pullRequests.map { _ in 1 })
        #expect(shown.map(\.verdict) == Self.pullRequests.map { _ in "error" })
        #expect(try await forge.violations() == [])
        #expect(try await served.terminate() == 0)
      }
    }

    @Test(
      .thoroughWithForge,
      arguments: [(shutdown: "1s", fetch: 600.0, state: "queued"), (shutdown: "120s", fetch: 3.0, state: "done")])
    func `a running review finishes before the shutdown or is requeued for the next daemon`(
      shutdown: String, fetch: Double, state: String
    ) async throws {
      var settings = ServiceDirectory.Settings()
      settings.shutdown = shutdown
      try await withService(settings) { forge, service in
        try await forge.addFault(StandInFault(.slow, match: .init(path: "/tiny(\\.git)?/info/refs"), delay: fetch))
        let first = try await service.start()
        try await service.wait(forJobs: "a running review") {
          $0.contains { $0.kind == "review" && $0.state == "running" }
        }
        #expect(try await first.terminate() == 0)
        func reviews(_ jobs: [ShownJob]) -> [String] { jobs.filter { $0.kind == "review" }.map(\.state) }
        #expect(reviews(try await service.allJobs()) == [state])
        #expect(try first.lines.last?.message == "ended")

        // The review may have ended before it fetched, and would leave the fault to the next one.
        try await forge.clearFaults()
        let second = try await service.start()
        try await forge.waitForReviews(of: [1])
        #expect(reviews(try await service.waitUntilIdle()) == ["done"])
        #expect(try await forge.violations() == [])
        #expect(try await second.terminate() == 0)
      }
    }

    @Test func `a second daemon with the same state exits and names the first`() async throws {
      try await withService { forge, service in
        let served = try await service.start()
        let second = try await service.program.run(["serve", "--config", service.file.string])
        #expect(second.status == 3)
        #expect(second.complaints.count == 1)
        #expect(second.errors.contains("is used by process \(served.process) on "), "\(second.errors)")
        #expect(second.errors.contains("; stop that process, or give this one a queue of its own"))
        try await forge.waitForReviews(of: [1])
        #expect(try await served.terminate() == 0)
      }
    }
  }
}

extension StandInState {
  /// The number of statuses and versions of comments in a repository.
  fileprivate func writes(to repository: String) -> Int {
    guard let repository = repos[repository] else { return 0 }
    return repository.statuses.count + repository.comments.reduce(0) { $0 + 1 + $1.history.count }
  }

  /// The commits whose latest status is pending.
  fileprivate func pendingCommits(of repository: String) -> [String] {
    let statuses = repos[repository]?.statuses ?? []
    let latest = Dictionary(statuses.map { ($0.sha, $0.state) }, uniquingKeysWith: { $1 })
    return latest.filter { $0.value == "pending" }.map(\.key).sorted()
  }
}
