// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import JobQueue
import ReviewContract
import ReviewTesting
import Testing

@testable import ReviewPages

/// What accounts with write permission do on the page of a review.
struct CommandTests {
  private static let pullRequest = PullRequestReference(repository: PagesWorld.shapes, number: 7)

  /// Submits a form of a session.
  private static func submit(
    _ pages: RunningPages, _ path: String, _ fields: [(String, String)] = [], as login: String = "ada"
  ) async throws -> PlainClient.Response {
    let cookie = try await pages.world.session(login)
    let token = try await pages.formToken("/", cookie: cookie)
    return try await pages.post(path, [("token", token)] + fields, cookie: cookie)
  }

  @Test func `a commit is approved by the account, and its review queued`() async throws {
    try await withPages { pages in
      let job = try await pages.world.review(needsApproval: true)
      #expect(job.state == .waiting)
      let cookie = try await pages.world.session("ada")
      let page = try await pages.get("/r/\(job.id)", cookie: cookie).body
      #expect(page.contains("Approve \(job.head.short)"))
      let answer = try await Self.submit(pages, "/r/\(job.id)/approve", [("commit", job.head.hex)])
      #expect(answer.status == 303)
      #expect(answer.fields["location"] == "/r/\(job.id)?done=approve")
      #expect(
        pages.world.queue.state.approvals(limit: 9).map(\.approval)
          == [Approval(pullRequest: Self.pullRequest, head: job.head, approver: "ada")])
      #expect(try await pages.world.queue.job(job.id)?.state == .queued)
      #expect(pages.world.noted.withLock { $0 } == ["woken for \(Self.pullRequest)"])
      let after = try await pages.get("/r/\(job.id)?done=approve", cookie: cookie).body
      #expect(after.contains("The commit was approved."))
      #expect(!after.contains("Approve \(job.head.short)"))
    }
  }

  @Test(arguments: [
    PagesWorld.commit(2).hex, String(PagesWorld.commit(1).hex.prefix(10)), PagesWorld.commit(1).hex.uppercased(), "",
    PagesWorld.commit(1).hex + "0", String(repeating: "0", count: 40), "HEAD", "\(PagesWorld.commit(1).hex)%0A",
  ])
  func `only the full commit of the review is approved`(commit: String) async throws {
    try await withPages { pages in
      let job = try await pages.world.review(needsApproval: true)
      // It is the head of the pull request.
      pages.world.forges.change { $0.repositories[PagesWorld.shapes]?.heads[7] = CommitID(commit) ?? job.head }
      let answer = try await Self.submit(pages, "/r/\(job.id)/approve", [("commit", commit)])
      #expect(answer.status == 400)
      #expect(pages.world.queue.state.approvals(limit: 9) == [])
      #expect(try await pages.world.queue.job(job.id)?.state == .waiting)
    }
  }

  @Test func `a commit that is no longer the head is not approved`() async throws {
    try await withPages { pages in
      let job = try await pages.world.review(needsApproval: true)
      pages.world.forges.change { $0.repositories[PagesWorld.shapes]?.heads[7] = PagesWorld.commit(2) }
      let answer = try await Self.submit(pages, "/r/\(job.id)/approve", [("commit", job.head.hex)])
      #expect(answer.status == 400)
      #expect(answer.body.contains("is no longer the head"))
      #expect(pages.world.queue.state.approvals(limit: 9) == [])
    }
  }

  @Test func `a head that the forge does not tell is not approved`() async throws {
    try await withPages { pages in
      let job = try await pages.world.review(needsApproval: true)
      pages.world.forges.change { $0.repositories[PagesWorld.shapes]?.heads = [:] }
      let answer = try await Self.submit(pages, "/r/\(job.id)/approve", [("commit", job.head.hex)])
      #expect(answer.status == 503)
      #expect(pages.world.queue.state.approvals(limit: 9) == [])
    }
  }

  @Test func `the commit of the last of equal fields counts, and must be that of the review`() async throws {
    try await withPages { pages in
      let job = try await pages.world.review(needsApproval: true)
      let fields = [("commit", job.head.hex), ("commit", PagesWorld.commit(2).hex)]
      #expect(try await Self.submit(pages, "/r/\(job.id)/approve", fields).status == 400)
      #expect(pages.world.queue.state.approvals(limit: 9) == [])
    }
  }

  @Test(arguments: ["recheck", "cancel"])
  func `a command is recorded for the person`(command: String) async throws {
    try await withPages { pages in
      let job = try await pages.world.review()
      let answer = try await Self.submit(pages, "/r/\(job.id)/\(command)")
      #expect(answer.status == 303)
      let records = pages.world.queue.state.audit(of: nil, limit: 9)
      #expect(records.map(\.attribution.person) == ["ada at github"])
      #expect(records.map(\.attribution.reason) == [nil])
      #expect(pages.world.noted.withLock { $0 } == ["woken for \(Self.pullRequest)"])
    }
  }

  @Test func `cancelling stops the review`() async throws {
    try await withPages { pages in
      let waiting = try await pages.world.review()
      #expect(try await Self.submit(pages, "/r/\(waiting.id)/cancel").status == 303)
      #expect(try await pages.world.queue.job(waiting.id)?.state == .cancelled)
      let job = try await pages.world.review(8)
      _ = try await pages.world.start()
      #expect(try await Self.submit(pages, "/r/\(job.id)/cancel").status == 303)
      #expect(try await pages.world.queue.job(job.id)?.cancellation == .requested)
    }
  }

  @Test func `a repeated command is answered like the first`() async throws {
    try await withPages { pages in
      let job = try await pages.world.review()
      for _ in 0..<2 { #expect(try await Self.submit(pages, "/r/\(job.id)/cancel").status == 303) }
    }
  }

  @Test func `another review is requested of the pull request`() async throws {
    try await withPages { pages in
      let job = try await pages.world.review()
      let (lease, log) = try await pages.world.start()
      try await pages.world.finish(lease, log)
      #expect(try await Self.submit(pages, "/r/\(job.id)/recheck").status == 303)
      let open = try await pages.world.queue.jobs(JobFilter(states: [.waiting, .queued], limit: 9))
      #expect(open.map(\.pullRequest) == [Self.pullRequest])
    }
  }

  @Test func `the buttons are those that the account may use`() async throws {
    try await withPages { pages in
      let job = try await pages.world.review(needsApproval: true)
      for (login, count) in [("ada", 3), ("bob", 0)] {
        let page = try await pages.get("/r/\(job.id)", cookie: pages.world.session(login)).body
        #expect(page.matches(of: /action="\/r\/1\/[a-z]+"/).count == count)
      }
    }
  }

  @Test func `the text of a notice is not read from the address`() async throws {
    try await withPages { pages in
      let job = try await pages.world.review()
      let page = try await pages.get(
        "/r/\(job.id)?done=%3Cb%3Eyou%20have%20won", cookie: pages.world.session("bob")
      ).body
      #expect(!page.contains("class=\"notice\""))
      #expect(!page.contains("you have won"))
    }
  }
}
