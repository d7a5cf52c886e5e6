// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import HTTPTypes
import PostgresStore
import ResourceLoading
import ReviewContract
import ReviewTesting
import Testing

extension ServedEndToEnd {
  /// The web pages of a daemon.
  struct ServedPagesTests {
    private static let origin = "http://127.0.0.1"

    private func page(_ address: String, _ forge: StandInForge) async throws -> (status: Int, body: String) {
      let address = try #require(HTTPAddress(address))
      let response = try await forge.transport.send(TransportRequest(HTTPRequest(at: address)))
      return (response.head.status.code, String(decoding: response.body, as: UTF8.self))
    }

    /// Waits until the pages are served.
    private func waitForPages(_ served: ServedProgram) async throws {
      try await served.wait(for: "the pages") { lines in
        lines.contains { $0.message == "listening" && $0.metadata?["endpoint"] == "pages" }
      }
    }

    @Test(arguments: [ForgeKind.github, .gitlab, .gitea])
    func `statuses and the comment link to the page from the start, which survives a kill`(
      kind: ForgeKind
    ) async throws {
      var settings = ServiceDirectory.Settings()
      settings.kind = kind
      let port = Int.random(in: 20_000..<32_000)
      settings.pagesPort = port
      try await withService(settings) { forge, service in
        try forge.setMergeRequest(1, to: "change-1")
        let first = try await service.start()
        try await waitForPages(first)
        let shown = try #require(try await forge.waitForReviews(of: [1]).first)
        let job = try #require(try await service.waitUntilIdle().first { $0.kind == "review" })
        let address = "\(Self.origin):\(port)/r/\(job.id)"
        // The pending statuses, too.
        #expect(shown.statuses.map(\.targetUrl) == shown.statuses.map { _ in address })
        #expect(shown.statuses.contains { $0.state == "pending" })
        #expect(try #require(shown.reviews.first).body.contains(address))
        // While a newer commit is reviewed, the comment links to the page of that review.
        try await service.addHook(to: first)
        let head = try await forge.pushAgain(1)
        try await forge.wait(for: "a review of \(head)") { state in
          state.pullRequest(1, of: "acme/tiny").map { $0.isReviewed && $0.pull.headSha == head.hex } ?? false
        }
        let history = try #require(try await forge.pullRequest(1, of: "acme/tiny").reviews.first?.history)
        let newer = try #require(try await service.waitUntilIdle().first { $0.kind == "review" })
        let newerAddress = "\(Self.origin):\(port)/r/\(newer.id)"
        #expect(history.contains { $0.contains("[is being reviewed](\(newerAddress))") })
        first.kill()

        let second = try await service.start()
        try await waitForPages(second)
        let review = try await page(address, forge)
        let log = try await page("\(address)/log", forge)
        let all = try await page("\(Self.origin):\(port)/p/\(kind.rawValue)/acme/tiny/1", forge)
        if kind == .github || ProcessInfo.processInfo.environment["REVIEWBOT_FORGE"] == nil {
          #expect(review.status == 200)
          #expect(review.body.contains("id=\"data\""), "the report")
          #expect(log.body.contains("attempt 1: review of \(kind.rawValue):acme/tiny#1"))
          #expect(all.status == 200 && all.body.contains("/r/\(job.id)\""))
        } else {
          // The larger stand-in, which REVIEWBOT_FORGE names, omits GitLab's access levels and Gitea's `internal`, and what is
          // missing counts as restricted.
          for answer in [review, log, all] { #expect(answer.status == 404) }
        }
        #expect(try await page("\(Self.origin):\(port)/r/999", forge).status == 404)
        for body in [review.body, log.body, all.body] {
          #expect(!body.contains(service.token) && !body.contains(ServiceDirectory.webhookSecret))
        }
        #expect(try await second.terminate() == 0)
        #expect(try await forge.violations() == [])
      }
    }

    @Test(
      .enabled(
        if: PostgresQueueAssembly.isAvailable && PostgresServer.isInstalled,
        "needs PostgreSQL's server, and a build with --traits PostgreSQL"))
    func `a machine shows the log and the report of a review on another one`() async throws {
      var settings = ServiceDirectory.Settings()
      settings.database = try PostgresServer.shared.database()
      let port = Int.random(in: 20_000..<32_000)
      settings.pagesPort = port
      settings.roles = "intake,worker,keeper"
      try await withService(settings) { forge, service in
        let worker = try await service.start()
        try await forge.waitForReviews(of: [1])
        let job = try #require(try await service.waitUntilIdle().first { $0.kind == "review" })
        let machine = try service.otherMachine(forge, settings, roles: "pages")
        let pages = try await machine.start()
        try await waitForPages(pages)
        let address = "\(Self.origin):\(port)/r/\(job.id)"
        #expect(try await page(address, forge).body.contains("id=\"data\""), "the report")
        #expect(try await page("\(address)/log", forge).body.contains("attempt 1: review of github:acme/tiny#1"))
        #expect(try await page(address, forge).body == page(address, forge).body)
        #expect(try await pages.terminate() == 0)
        #expect(try await worker.terminate() == 0)
      }
    }

    @Test(
      .thoroughWithForge,
      .enabled(
        if: PostgresQueueAssembly.isAvailable && PostgresServer.isInstalled,
        "needs PostgreSQL's server, and a build with --traits PostgreSQL"))
    func `a machine shows the tests and the coverage of a branch that another one reviewed`() async throws {
      var tiny = TinyRepository(content: .noPackage)
      tiny.files = [
        "Package.swift": SampleRepository.package, "Sources/Sample/Sample.swift": "public func one() -> Int { 1 }\n",
        "Tests/SampleTests/SampleTests.swift":
          "import Sample\nimport Testing\n@Test func isOne() { #expect(one() == 1) }\n",
        ".reviewbot.yml": "version: 1\ncoverage: {base: run}\ncheckout: {test: head}\n",
      ]
      var settings = ServiceDirectory.Settings()
      settings.database = try PostgresServer.shared.database()
      let port = Int.random(in: 20_000..<32_000)
      settings.pagesPort = port
      settings.roles = "intake,worker,keeper"
      try await withService(of: tiny, settings) { forge, service in
        let worker = try await service.start()
        try await forge.waitForReviews(of: [1])
        try await service.waitUntilIdle()
        let machine = try service.otherMachine(forge, settings, roles: "pages")
        let pages = try await machine.start()
        try await waitForPages(pages)
        let shown = try await page("\(Self.origin):\(port)/p/github/acme/tiny", forge)
        #expect(shown.status == 200)
        for text in ["aria-current=\"page\">main", "1 tests, 0 failed", "Duration of the tests of main", "Sources/"] {
          #expect(shown.body.contains(text), "\(text)")
        }
        #expect(try await pages.terminate() == 0)
        #expect(try await worker.terminate() == 0)
      }
    }
  }
}
