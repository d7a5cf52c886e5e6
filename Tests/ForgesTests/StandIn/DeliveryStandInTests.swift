// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import Testing

@testable import ReviewServer

extension StandInTests {
  /// The deliveries of the stand-in's webhooks, as read by the daemon.
  struct DeliveryStandInTests {
    private static let secret = "a-secret-of-webhooks-0123456789"

    private func withHook(
      _ kind: ForgeKind, _ body: (StandInForge, LoopbackServer) async throws -> Void
    ) async throws {
      try await withStandInForge { forge in
        try await withLoopbackServer { _ in
          .text("thanks")
        } body: { server in
          try await forge.addHook(url: server.url, secret: Self.secret, flavor: kind)
          try await body(forge, server)
        }
      }
    }

    private func message(_ request: LoopbackRequest) -> WebhookMessage {
      WebhookMessage(fields: request.fields.map { ($0.key, $0.value) }, body: Array(request.body))
    }

    @Test(arguments: [ForgeKind.github, .gitlab, .gitea])
    func `deliveries have the format and signature of each forge`(kind: ForgeKind) async throws {
      let secrets = try WebhookSecrets([Secret(Self.secret)])
      let format = try #require(kind.description).webhooks
      try await withHook(kind) { forge, server in
        try await forge.push("half-tested", to: "broken")
        try await forge.setPull(1, "closed")
        try await forge.setPull(1, "reopened")
        let comment = try await forge.comment("/reviewbot recheck", by: "ada")
        try await forge.waitForDeliveries(4)
        let head = CommitID(try await forge.pullRequest(1).pull.headSha)
        let messages = server.requests.map(message)
        #expect(messages.allSatisfy { format.isAuthentic($0, secrets) })
        let events = try messages.map { try WebhookReader(format).read($0).event.get() }
        let actions = events.compactMap { event -> PullRequestEvent.Action? in
          guard case .pullRequest(let event) = event else { return nil }
          #expect(event.repository == "acme/shapes" && event.number == 1 && event.head == head && !event.isFromFork)
          return event.action
        }
        #expect(actions == [.synchronize, .closed, .reopened])
        #expect(
          events.last
            == .comment(
              CommentEvent(
                repository: "acme/shapes", number: 1, comment: comment, command: .recheck)))
      }
    }

    @Test(arguments: StandInForge.Tampering.allCases)
    func `a delivery that was tampered with is not authentic`(tampering: StandInForge.Tampering) async throws {
      let secrets = try WebhookSecrets([Secret(Self.secret)])
      try await withHook(.github) { forge, server in
        try await forge.emit("pull_request", "opened", tampering: tampering)
        try await forge.emit("pull_request", "opened")
        try await forge.waitForDeliveries(2)
        #expect(
          server.requests.map { ForgeDescription.github.webhooks.isAuthentic(message($0), secrets) } == [false, true])
      }
    }

    @Test func `two deliveries can be reordered`() async throws {
      try await withHook(.github) { forge, server in
        try await forge.webhookFault(reorder: true)
        try await forge.emit("pull_request", "opened", guid: "first")
        try await forge.emit("pull_request", "closed", guid: "second")
        try await forge.waitForDeliveries(2)
        let order = server.requests.map { $0.fields["x-github-delivery"] }
        #expect(Set(order) == ["first", "second"])
        // The larger stand-in waits for the other delivery for one second only.
        if forge.isBuiltIn { #expect(order == ["second", "first"]) }
      }
    }

    @Test func `wakes up waiters after an action`() async throws {
      try await withStandInForge { forge in
        async let state = forge.wait(for: "a comment") { $0.pullRequest(1)?.comments.isEmpty == false }
        try await forge.comment("Hello.")
        #expect(try await state.pullRequest(1)?.comments.map(\.body) == ["Hello."])
      }
    }
  }
}
