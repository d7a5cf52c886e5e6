// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import Testing

extension ServedEndToEnd {
  /// The comments and actions of users on a pull request.
  struct ServedCommandsTests {
    /// Longer than any test waits: the review is ended before it can fetch.
    private static let slowFetch = StandInFault(.slow, match: .init(path: "/tiny(\\.git)?/info/refs"), delay: 600)

    @Test func `only a user with write permission can request another review`() async throws {
      try await withService { forge, service in
        let served = try await service.start()
        try await forge.waitForReviews(of: [1])
        try await service.addHook(to: served)
        for (user, verdict, reviews) in [("mallory", "refused", 1), ("ada", "recheck", 2)] {
          try await forge.comment("/reviewbot recheck", in: "acme/tiny", by: user)
          try await service.wait(forJobs: "the command of \(user)") { jobs in
            jobs.contains { $0.kind == "command" && $0.verdict == verdict }
          }
          let jobs = try await service.waitUntilIdle()
          #expect(jobs.count { $0.kind == "review" && $0.state == "done" } == reviews)
        }
        #expect(try await forge.waitForReviews(of: [1]).first?.reviews.count == 1)
        #expect(try await forge.violations() == [])
        #expect(try await served.terminate() == 0)
      }
    }

    /// The larger stand-in, which REVIEWBOT_FORGE names, does not implement the members of a GitLab project.
    static let forgesWithMembers: [ForgeKind] =
      ProcessInfo.processInfo.environment["REVIEWBOT_FORGE"] == nil ? [.github, .gitlab, .gitea] : [.github, .gitea]

    /// The approval that a fork's head waits for, and the comments and deliveries that do not approve it.
    @Test(arguments: forgesWithMembers)
    func `a fork waits until a user with write permission approves its head`(kind: ForgeKind) async throws {
      var settings = ServiceDirectory.Settings()
      settings.kind = kind
      try await withService(of: TinyRepository(content: .noPackage, fromFork: [1]), settings) { forge, service in
        try forge.setMergeRequest(1, to: try await forge.pullRequest(1, of: "acme/tiny").pull.headSha)
        let served = try await service.start()
        try await forge.wait(for: "the question") { Self.isWaiting($0) }
        try await service.addHook(to: served)
        let head = try await forge.pullRequest(1, of: "acme/tiny").pull.headSha
        let approval = "/reviewbot ok \(head)"

        let hello = try await forge.comment("hello", in: "acme/tiny", by: "mallory")
        try await forge.comment(approval, in: "acme/tiny", by: "mallory")
        // Only the first line of a comment is a command; the others may be quoted.
        try await forge.comment("Look:\n```\n\(approval)\n```\n\(approval)", in: "acme/tiny", by: "ada")
        // An attacker with the secret of the webhook forges the author of a comment, or the comment itself.
        for (id, comment) in [("forged-1", hello), ("forged-2", 987_654)] {
          let event = ForgedComment(id: id, comment: comment, text: approval, author: "ada")
          #expect(try await event.send(kind, to: served, by: forge.transport) == 202)
        }
        // The missing comment is requested again.
        let jobs = try await service.wait(forJobs: "outcomes of the commands") { jobs in
          let commands = jobs.filter { $0.kind == "command" }
          return commands.count { $0.state == "done" } == 2 && commands.contains { $0.error != nil }
        }
        #expect(Set(jobs.compactMap { $0.kind == "command" ? $0.verdict : nil }) == ["refused", "none"])
        #expect(Self.isWaiting(try await forge.state()))

        try await forge.comment(approval, in: "acme/tiny", by: "ada")
        try await forge.waitForReviews(of: [1])
        #expect(try await forge.violations() == [])
        #expect(try await served.terminate() == 0)
      }
    }

    @Test(.thoroughWithForge, arguments: forgesWithMembers)
    func `a push to a fork after an approval waits for another approval`(kind: ForgeKind) async throws {
      var settings = ServiceDirectory.Settings()
      settings.kind = kind
      try await withService(of: TinyRepository(content: .noPackage, fromFork: [1]), settings) { forge, service in
        let first = try await forge.pullRequest(1, of: "acme/tiny").pull.headSha
        try forge.setMergeRequest(1, to: first)
        let served = try await service.start()
        try await forge.wait(for: "the question") { Self.isWaiting($0) }
        try await service.addHook(to: served)
        try await forge.comment("/reviewbot ok \(first)", in: "acme/tiny", by: "ada")
        try await forge.waitForReviews(of: [1])

        let second = try await forge.pushToFork(1).hex
        try await forge.wait(for: "the second question") { Self.isWaiting($0, at: second) }
        let waiting = try await service.wait(forJobs: "an end of what runs") { Self.isQuiet($0) }
        #expect(Self.reviews(waiting) == ["waiting \(second)", "done \(first)"])

        try await forge.comment("/reviewbot ok \(second)", in: "acme/tiny", by: "ada")
        try await forge.waitForReviews(of: [1])
        let done = try await service.waitUntilIdle()
        #expect(Self.reviews(done) == ["done \(second)", "done \(first)"])
        #expect(try await forge.violations() == [])
        #expect(try await served.terminate() == 0)
      }
    }

    private static func isQuiet(_ jobs: [ShownJob]) -> Bool {
      jobs.allSatisfy { $0.state != "queued" && $0.state != "running" }
    }

    /// State and head of the reviews, the newest first.
    private static func reviews(_ jobs: [ShownJob]) -> [String] {
      jobs.filter { $0.kind == "review" }.map { "\($0.state) \($0.head)" }
    }

    /// - Parameter head: `nil` for any head.
    private static func isWaiting(_ state: StandInState, at head: String? = nil) -> Bool {
      guard let shown = state.pullRequest(1, of: "acme/tiny"), head == nil || shown.pull.headSha == head else {
        return false
      }
      return shown.verdict == "pending" && shown.reviews.count == 1
        && shown.reviews[0].body.contains("/reviewbot ok \(shown.pull.headSha)")
    }

    @Test func `a pull request closed during its review gets a final status and no comment`() async throws {
      try await withService { forge, service in
        try await forge.addFault(Self.slowFetch)
        let served = try await service.start()
        try await service.addHook(to: served)
        try await service.wait(forJobs: "a running review") {
          $0.contains { $0.kind == "review" && $0.state == "running" }
        }
        try await forge.wait(for: "a review in progress") {
          $0.pullRequest(1, of: "acme/tiny")?.verdict == "pending"
        }
        try await forge.setPull(1, "closed", in: "acme/tiny")
        let jobs = try await service.waitUntilIdle()
        #expect(jobs.filter { $0.kind == "review" }.map(\.state) == ["cancelled"])
        // Requests a reconciliation, which settles a final status that a busy forge did not accept in time.
        #expect(kill(served.process, SIGHUP) == 0)
        try await forge.wait(for: "a final status") { $0.pullRequest(1, of: "acme/tiny")?.verdict == "error" }
        let shown = try await forge.pullRequest(1, of: "acme/tiny")
        #expect(shown.reviews == [])
        // The branch is missing if the job was not running any more, and its status was settled.
        let description = shown.statuses.first?.description ?? ""
        #expect(
          ["#1 into main", "#1"].map { "\($0): not reviewed: the pull request was closed" }.contains(description),
          "\(description)")
        #expect(try await forge.violations() == [])
        #expect(try await served.terminate() == 0)
      }
    }

    @Test func `an operator can cancel a running review and retry it`() async throws {
      try await withService { forge, service in
        try await forge.addFault(Self.slowFetch)
        let served = try await service.start()
        try await service.wait(forJobs: "a running review") {
          $0.contains { $0.kind == "review" && $0.state == "running" }
        }
        try await forge.wait(for: "a review in progress") {
          $0.pullRequest(1, of: "acme/tiny")?.verdict == "pending"
        }
        let id = try #require(try await service.listedJobs().first { $0.kind == "review" && $0.state == "running" }?.id)
        #expect(try await service.jobs("cancel", "\(id)").output == "job \(id): stop requested\n")
        try await service.wait(forJobs: "an end of the review") { jobs in
          jobs.filter { $0.kind == "review" }.map(\.state) == ["cancelled"]
        }
        let shown = try await forge.pullRequest(1, of: "acme/tiny")
        #expect(shown.statuses.first?.description == "#1 into main: not reviewed: cancelled by the operator")
        #expect(shown.reviews == [])
        #expect(try await service.jobs("show", "\(id)").output.contains("cancelled"))

        // The review may have ended before it fetched, and would leave the fault to the next one.
        try await forge.clearFaults()
        let retry = try await service.jobs("retry", "\(id)")
        #expect(retry.status == 0 && retry.output.contains("queued"), "\(retry)")
        try await forge.waitForReviews(of: [1])
        try await service.waitUntilIdle()
        #expect(try await forge.violations() == [])
        #expect(try await served.terminate() == 0)
      }
    }
  }
}
