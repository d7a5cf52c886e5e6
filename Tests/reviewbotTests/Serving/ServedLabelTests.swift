// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CurlTransport
import PostgresStore
import ReviewTesting
import SystemPackage
import Testing

extension ServedEndToEnd {
  /// Daemons on different machines, of which a repository requires one.
  struct ServedLabelTests {
    private static var tiny: TinyRepository {
      var tiny = TinyRepository(content: .noPackage)
      tiny.files = [".reviewbot.yml": "version: 1\nbuild: {labels: [large]}\n"]
      return tiny
    }

    @Test(
      .enabled(
        if: PostgresQueueAssembly.isAvailable && PostgresServer.isInstalled,
        "needs PostgreSQL's server, and a build with --traits PostgreSQL"))
    func `a review waits for a worker with its labels, reports this, and runs there`() async throws {
      var settings = ServiceDirectory.Settings()
      settings.database = try PostgresServer.shared.database()
      settings.allowedLabels = "large, swift-6.3"
      try await withService(of: Self.tiny, settings) { [settings] forge, first in
        let small = try await first.start()
        try await small.wait(for: "a job that waits") { lines in
          lines.contains {
            $0.message == "job waits for a worker with the required labels" && $0.metadata?["missing"] == "large"
          }
        }
        try await forge.wait(for: "a status that says so") { state in
          state.pullRequest(1, of: "acme/tiny")?.statuses.first?.description
            == "#1 into main: waiting for a worker with the label large"
        }
        try await first.wait(forJobs: "a job that is queued again") { jobs in
          jobs.contains { $0.kind == "review" && $0.state == "queued" }
        }
        let listed = try await first.jobs("list")
        #expect(listed.output.contains("needs a worker with the label large"), "\(listed.output)")
        let transport = CurlTransportAssembly().transport
        let metrics = try await small.answer("/metrics", by: transport).body
        #expect(metrics.contains("reviewbot_ready_builds{label=\"large\"} "), "\(metrics)")
        #expect(!metrics.contains("reviewbot_ready_builds{label=\"large\"} 0\n"), "\(metrics)")
        #expect(metrics.contains("reviewbot_ready_builds{label=\"swift-6.3\"} 0\n"), "\(metrics)")
        var other = settings
        other.name = "other"
        other.labels = "large"
        other.state = first.folder.path.appending("other-state")
        let large = try await ServiceDirectory(in: first.folder, for: forge, other).start()
        try await forge.waitForReviews(of: [1])
        try await first.waitUntilIdle()
        #expect(try large.lines.contains { $0.message == "job finished" && $0.metadata?["kind"] == "review" })
        let labels = try large.lines.first { $0.message == "starting" }?.metadata?["labels"] ?? ""
        #expect(labels.contains("large") && labels.contains("sandbox-none") && labels.contains("swift-6"), "\(labels)")
        #expect(try await forge.violations() == [])
        for daemon in [small, large] { #expect(try await daemon.terminate() == 0) }
      }
    }

    @Test func `a label that the operator does not allow is an error on the pull request`() async throws {
      var settings = ServiceDirectory.Settings()
      settings.labels = "large"
      try await withService(of: Self.tiny, settings) { forge, service in
        let served = try await service.start()
        try await forge.waitForReviews(of: [1])
        let shown = try await forge.pullRequest(1, of: "acme/tiny")
        #expect(shown.statuses.first?.state == "error")
        let comment = try #require(shown.comments.first?.body)
        #expect(
          comment.contains("build.labels: this server does not allow the label large; allowed are: none"), "\(comment)")
        #expect(try await served.terminate() == 0)
      }
    }
  }
}
