// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import Testing

@testable import Forges

extension StandInTests {
  /// The interface of the stand-in for other tests.
  struct HandleStandInTests {
    private func withHook(
      flavor: ForgeKind = .github, _ body: (StandInForge, LoopbackServer) async throws -> Void
    ) async throws {
      try await withStandInForge { forge in
        try await withLoopbackServer { _ in
          .text("thanks")
        } body: { server in
          #expect(try await forge.addHook(url: server.url, secret: "s", flavor: flavor) > 0)
          try await body(forge, server)
        }
      }
    }

    @Test func `a webhook receives comments, pushes and changes of pull requests`() async throws {
      try await withHook { forge, server in
        try await forge.comment("@reviewbot review", by: "ada")
        try await forge.setPull(1, "closed")
        try await forge.setPull(1, "reopened")
        try await forge.push("half-tested", to: "main")
        #expect(try await forge.openPull(from: "broken", titled: "Again") == 3)
        let sent = try await forge.waitForDeliveries(5)
        #expect(
          sent.map { "\($0.event) \($0.action ?? "")" } == [
            "issue_comment created", "pull_request closed", "pull_request reopened", "pull_request synchronize",
            "pull_request opened",
          ])
        #expect(sent.map(\.code) == Array(repeating: 200, count: 5))
        #expect(server.requests.map { $0.fields["x-github-event"] } == sent.map(\.event))
        #expect(server.requests.map { String(decoding: $0.body, as: UTF8.self) } == sent.map(\.payload))
        #expect(server.requests.allSatisfy { $0.fields["x-hub-signature-256"]?.hasPrefix("sha256=") == true })
      }
    }

    @Test func `an emitted event can be sent twice with the same id, or without a signature`() async throws {
      try await withHook(flavor: .gitea) { forge, server in
        #expect(try await forge.emit("pull_request", "opened", on: 2, copies: 2, guid: "g-1") == 1)
        #expect(try await forge.waitForDeliveries(2).map(\.guid) == ["g-1", "g-1"])
        #expect(server.requests.map { $0.fields["x-gitea-delivery"] } == ["g-1", "g-1"])
        try await forge.emit("pull_request", "opened", tampering: .missing)
        #expect(try await forge.waitForDeliveries(3).count == 3)
        #expect(server.requests.map { $0.fields["x-gitea-signature"] == nil } == [false, false, true])
      }
    }

    @Test func `deliveries can be dropped and duplicated`() async throws {
      try await withHook { forge, _ in
        try await forge.webhookFault(drop: 1)
        try await forge.emit("pull_request", "opened", guid: "lost")
        try await forge.webhookFault(duplicate: 3)
        try await forge.emit("pull_request", "opened", guid: "often")
        #expect(try await forge.waitForDeliveries(3).map(\.guid) == ["often", "often", "often"])
        try await forge.clearFaults()
        try await forge.emit("pull_request", "opened", guid: "once")
        #expect(try await forge.waitForDeliveries(4).last?.guid == "once")
      }
    }

    @Test func `responds with errors, and lists its requests`() async throws {
      try await withStandInForge { forge in
        let settings = forge.settings(token: StandInForge.token)
        try await forge.addFault(
          StandInFault(.status, match: .init(path: "/pulls/1$"), times: 9, status: 503, retryAfter: 70))
        await #expect {
          _ = try await source(settings).pullRequest(1)
        } throws: { error in
          let error = error as? ForgeError
          return error?.code == .unavailable && error?.retryAfter == .seconds(70) && error?.isTransient == true
        }
        try await forge.clearFaults()
        _ = try await source(settings).pullRequest(1)
        let last = try #require(try await forge.requests(last: 1).first)
        #expect(last.method == "GET" && last.path == "/repos/acme/shapes/pulls/1" && last.status == 200)
        #expect(try await forge.requests().count > 1)
        #expect(try await forge.violations() == [])
      }
    }

    @Test func `published comments, check runs and statuses are listed`() async throws {
      try await withStandInForge { forge in
        let head = try #require(try await source(forge.appSettings()).pullRequest(1).head)
        let publisher = try publisher(forge.appSettings())
        let pending = try standInPublication("Wait.", head, .pending)
        _ = try await publisher.publish(pending, isDryRun: false)
        #expect(try await forge.expireTokens() > 0)
        let latest = try standInPublication("Done.", head, .success)
        _ = try await publisher.publish(latest, isDryRun: false)
        let user = try self.publisherOfUser(forge)
        _ = try await user.publish(
          Publication(pullRequest: 0, commit: head, marker: latest.marker, state: .failure, summary: "No."),
          isDryRun: false)
        let shown = try await forge.pullRequest(1)
        #expect(shown.pull.headSha == head.hex)
        #expect(shown.pull.state == "open")
        #expect(shown.comments.map(\.body) == [latest.text])
        #expect(shown.comments.map(\.history) == [[pending.text]])
        #expect(shown.checkRuns.map(\.conclusion) == ["success"])
        #expect(
          shown.statuses.map { "\($0.state) \($0.context): \($0.description ?? "")" } == ["failure reviewbot: No."])
        try await forge.wait(for: "what is there") { $0.pullRequest(1)?.comments.count == 1 }
        await #expect(throws: StandInForge.NeverSo.self) {
          try await forge.wait(for: "what never comes", within: .zero) { _ in false }
        }
        // The use of a revoked token is only a warning.
        #expect(try await forge.violations().filter { $0 != "warn: expired token" } == [])
      }
    }

    private func publisherOfUser(_ forge: StandInForge) throws -> any ReportPublisher {
      try publisher(forge.settings(token: StandInForge.token))
    }

    @Test(arguments: [TinyRepository.Content.library, .noPackage])
    func `a repository can have many pull requests, some from a fork`(content: TinyRepository.Content) async throws {
      let tiny = TinyRepository(content: content, pullRequests: 12, fromFork: [3, 12])
      try await withStandInForge(prepare: tiny.add) { forge in
        var settings = forge.appSettings()
        settings.repository = tiny.fullName
        let inspector = try inspector(settings)
        let found = try await inspector.openPullRequests()
        #expect(Set(found.map(\.number)) == Set(1...12))
        #expect(Set(found.filter(\.isFromFork).map(\.number)) == [3, 12])
        #expect(Set(found.map(\.head)).count == 12)
        #expect(Set(found.map(\.baseTip)) == [try await inspector.branchTip("main")])
        #expect(try await inspector.permission(of: "ada") == .write)
        #expect(try await inspector.permission(of: "mallory") == .read)
        let third = try await source(settings).pullRequest(3)
        #expect(third.isFromFork && third.author == "mallory")
        #expect(try await forge.violations() == [])
      }
    }
  }
}
