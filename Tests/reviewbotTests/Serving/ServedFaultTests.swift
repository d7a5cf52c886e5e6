// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewTesting
import Testing

extension ServedEndToEnd {
  /// A forge with faults.
  struct ServedFaultTests {
    @Test(.thoroughWithForge) func `a review waits while the forge is down and is then published once`() async throws {
      try await withService { forge, service in
        let served = try await service.start()
        try await forge.waitForReviews(of: [1])
        try await service.addHook(to: served)
        try await forge.addFault(StandInFault(.status, match: .init(path: "^/repos/"), times: nil, status: 503))
        let head = try await forge.pushAgain(1)
        try await served.wait(for: "a failure") { lines in
          lines.contains { $0.message == "job failed" && $0.metadata?["transient"] == "true" }
        }
        try await forge.clearFaults()
        try await forge.waitForReviews(of: [1])
        let jobs = try await service.waitUntilIdle()
        #expect(jobs.first { $0.kind == "review" }.map { "\($0.state) \($0.head)" } == "done \(head.hex)")
        // The pull request did not cause the failure, so the attempt does not count.
        #expect(jobs.allSatisfy { $0.attempts <= 1 })
        #expect(try await forge.pullRequest(1, of: "acme/tiny").reviews.count == 1)
        #expect(try await forge.violations() == [])
        #expect(try await served.terminate() == 0)
      }
    }

    @Test(.thoroughWithForge, arguments: [StandInFault.Kind.garbage, .truncate, .empty])
    func `a review waits while the forge's answers cannot be read, and the comment stays`(
      kind: StandInFault.Kind
    ) async throws {
      try await withService { forge, service in
        let served = try await service.start()
        try await forge.waitForReviews(of: [1])
        try await service.waitUntilIdle()
        try await service.addHook(to: served)
        let shown = try await forge.pullRequest(1, of: "acme/tiny").comments
        #expect(try await served.answer("/readyz", by: forge.transport).status == 200)
        try await forge.addFault(StandInFault(kind, match: .init(path: "^/"), times: nil))
        let head = try await forge.pushAgain(1)
        try await served.wait(for: "an open circuit") { lines in
          lines.contains { $0.message == "no jobs start until the forge is available again" }
        }
        let readiness = try await served.answer("/readyz", by: forge.transport)
        #expect(readiness.status == 503)
        #expect(readiness.body.contains("jobs wait for the forge"), "\(readiness.body)")
        #expect(try await forge.pullRequest(1, of: "acme/tiny").comments == shown)
        try await forge.clearFaults()
        try await forge.waitForReviews(of: [1])
        let jobs = try await service.waitUntilIdle()
        #expect(jobs.first { $0.kind == "review" }.map { "\($0.state) \($0.head)" } == "done \(head.hex)")
        #expect(jobs.allSatisfy { $0.attempts <= 1 && $0.state != "dead" })
        #expect(try await forge.pullRequest(1, of: "acme/tiny").reviews.count == 1)
        #expect(try await served.answer("/readyz", by: forge.transport).status == 200)
        #expect(try await forge.violations() == [])
        #expect(try await served.terminate() == 0)
      }
    }

    @Test func `a daemon shuts down even if its forge never responds`() async throws {
      var settings = ServiceDirectory.Settings()
      settings.shutdown = "1s"
      try await withService(settings) { forge, service in
        try await forge.addFault(StandInFault(.hang, match: .init(path: "^/repos/acme/tiny/pulls"), times: nil))
        let served = try await service.start()
        try await service.addHook(to: served)
        _ = try await forge.pushAgain(1)
        try await served.wait(for: "a job") { lines in lines.contains { $0.message == "job started" } }
        #expect(try await served.terminate() == 0)
      }
    }

    @Test(.thoroughWithForge) func `a command is retried until its comment can be read`() async throws {
      try await withService { forge, service in
        let served = try await service.start()
        try await forge.waitForReviews(of: [1])
        try await service.addHook(to: served)
        try await forge.addFault(
          StandInFault(.status, match: .init(method: "GET", path: "/issues/comments/"), times: nil, status: 502))
        try await forge.comment("/reviewbot recheck", in: "acme/tiny", by: "ada")
        try await served.wait(for: "a failure of the command") { lines in
          lines.contains { $0.message == "job failed" && $0.metadata?["kind"] == "command" }
        }
        try await forge.clearFaults()
        try await service.wait(forJobs: "the command") { jobs in
          jobs.contains { $0.kind == "command" && $0.verdict == "recheck" }
        }
        let jobs = try await service.waitUntilIdle()
        #expect(jobs.count { $0.kind == "review" && $0.state == "done" } == 2)
        #expect(try await forge.violations() == [])
        #expect(try await served.terminate() == 0)
      }
    }

    @Test(.thoroughWithForge) func `a rejected tree replaces the earlier review in the comment`()
      async throws
    {
      try await withService { forge, service in
        let served = try await service.start()
        let first = try await forge.waitForReviews(of: [1])
        try await service.addHook(to: served)
        let head = try await withScratchDirectory { try await forge.pushHidingTree(1, in: $0) }
        try await forge.wait(for: "a refusal") { state in
          state.pullRequest(1, of: "acme/tiny").map { $0.isReviewed && $0.pull.headSha == head.hex } ?? false
        }
        let jobs = try await service.wait(forJobs: "an end of the review") { $0.contains { $0.state == "dead" } }
        #expect(jobs.first { $0.state == "dead" }.map { "\($0.head) \($0.attempts)" } == "\(head) 1")
        let shown = try await forge.pullRequest(1, of: "acme/tiny")
        #expect(shown.reviews.map(\.id) == first.first?.reviews.map(\.id))
        #expect(shown.reviews.first?.body.contains("### Could not be reviewed") == true)
        #expect(shown.statuses.map(\.state) == ["error", "pending"])
        #expect(try await forge.violations() == [])
        #expect(try await served.terminate() == 0)
      }
    }

    @Test func `lost responses to writes do not create duplicate comments or statuses`() async throws {
      try await withService { forge, service in
        for path in ["/issues/1/comments$", "/statuses/"] {
          try await forge.addFault(
            StandInFault(.reset, match: .init(method: "POST", path: path), times: 1, phase: .after))
        }
        let served = try await service.start()
        try await forge.waitForReviews(of: [1])
        #expect(try await service.waitUntilIdle().map(\.state) == ["done"])
        let shown = try await forge.pullRequest(1, of: "acme/tiny")
        #expect(shown.comments.count == 1)
        #expect(shown.statuses.map(\.state) == ["error", "pending"])
        #expect(try await forge.violations() == [])
        #expect(try await served.terminate() == 0)
      }
    }

    @Test(.thoroughWithForge) func `tokens of an app that expire during a review are renewed`() async throws {
      var settings = ServiceDirectory.Settings()
      settings.credential = .app
      try await withService(of: TinyRepository(), settings) { forge, service in
        let served = try await service.start()
        // From then on it builds.
        try await served.wait(for: "an end of the fetching") { lines in
          lines.contains { $0.message == "stage" && $0.metadata?["stage"] == "fetch" }
        }
        #expect(try await forge.pullRequest(1, of: "acme/tiny").checkRuns.map(\.status) == ["in_progress"])
        #expect(try await forge.expireTokens() > 0)
        let jobs = try await service.waitUntilIdle()
        #expect(jobs.map { "\($0.state) \($0.attempts)" } == ["done 1"])
        let shown = try await forge.pullRequest(1, of: "acme/tiny")
        #expect(shown.checkRuns.map { "\($0.name) \($0.status)" } == ["reviewbot completed"])
        #expect(shown.checkRuns.map(\.conclusion) == ["success"])
        #expect(shown.comments.count == 1)
        // The daemon detects the expiry only by the use of an expired token.
        #expect(try await Set(forge.violations()) == ["warn: expired token"])
        #expect(try await served.terminate() == 0)
      }
    }
  }
}
