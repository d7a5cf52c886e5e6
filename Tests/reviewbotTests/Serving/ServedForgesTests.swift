// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension ServedEndToEnd {
  /// From a push to the result on the pull request.
  struct ServedForgesTests {
    @Test(arguments: [ForgeKind.github, .gitlab, .gitea])
    func `every push updates the same comment, and no secret is logged or stored`(kind: ForgeKind) async throws {
      var settings = ServiceDirectory.Settings()
      settings.kind = kind
      settings.logLevel = "trace"
      // An author with knowledge of a secret can write it into a title, which the forge then sends.
      var tiny = TinyRepository(content: .noPackage)
      tiny.title = "Use \(ServiceDirectory.token(of: kind)) and \(ServiceDirectory.webhookSecret)"
      try await withService(of: tiny, settings) { forge, service in
        try forge.setMergeRequest(1, to: "change-1")
        let served = try await service.start()
        let first = try await forge.waitForReviews(of: [1])
        try await service.addHook(to: served)
        for _ in 1...2 {
          let head = try await forge.pushAgain(1)
          try await forge.wait(for: "a review of \(head)") { state in
            state.pullRequest(1, of: "acme/tiny").map { $0.isReviewed && $0.pull.headSha == head.hex } ?? false
          }
        }
        let jobs = try await service.waitUntilIdle()
        let last = try await forge.waitForReviews(of: [1])
        #expect(last.map { $0.reviews.map(\.id) } == first.map { $0.reviews.map(\.id) })
        // For each push, the comment shows that a review is running, and then the result.
        let history = try #require(last.first?.reviews.first?.history)
        #expect(history.map { $0.contains("is being reviewed") } == [false, true, false, true])
        #expect(try await forge.violations() == [])
        let shown = try await Self.shown(service, served, forge, jobs)
        #expect(try await served.terminate() == 0)
        #expect(try served.lines.contains { $0.level == "trace" })
        // The metrics do not depend on the names of repositories.
        #expect(shown["metrics"].map { !$0.contains("tiny") && $0.count { $0 == "\n" } < 300 } == true)
        for (place, text) in shown {
          #expect(!text.isEmpty, "\(place)")
          for secret in [service.token, ServiceDirectory.webhookSecret] { #expect(!text.contains(secret), "\(place)") }
        }
        #expect(try Self.filesWithSecrets(service, served) == [])
      }
    }

    @Test(.thoroughWithForge) func `a package is built in the automatically selected sandbox`() async throws {
      var settings = ServiceDirectory.Settings()
      settings.sandbox = "auto"
      try await withService(of: TinyRepository(), settings) { forge, service in
        let served = try await service.start()
        let shown = try await forge.waitForReviews(of: [1])
        #expect(shown.map(\.verdict) == ["success"])
        #expect(try await served.terminate() == 0)
        #expect(try await forge.violations() == [])
      }
    }

    /// Everything that the daemon publishes, apart from its log and its files.
    private static func shown(
      _ service: ServiceDirectory, _ served: ServedProgram, _ forge: StandInForge, _ jobs: [ShownJob]
    ) async throws -> [String: String] {
      let pull = try await forge.pullRequest(1, of: "acme/tiny")
      let number = try #require(jobs.first?.id)
      func file(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: "/proc/\(served.process)/\(name)")), as: UTF8.self)
      }
      return [
        "metrics": try await served.answer("/metrics", by: forge.transport).body,
        "health": try await served.answer("/healthz", by: forge.transport).body,
        "readiness": try await served.answer("/readyz", by: forge.transport).body,
        "the list of jobs": try await service.jobs("list", "--format", "json").output,
        "the table of jobs": try await service.jobs("list").output,
        "a job": try await service.jobs("show", "\(number)").output,
        "arguments": try file("cmdline"), "environment": try file("environ"),
        "comments": pull.comments.map(\.body).joined(separator: "\n"),
        "statuses": pull.statuses.map { "\($0)" }.joined(separator: "\n"),
      ]
    }

    /// The files of the daemon that contain one of its secrets.
    private static func filesWithSecrets(_ service: ServiceDirectory, _ served: ServedProgram) throws -> [String] {
      let secrets = [service.token, ServiceDirectory.webhookSecret]
      var found = try secrets.contains { try served.text.contains($0) } ? ["the log"] : []
      var count = 0
      for case let name as String in FileManager.default.enumerator(atPath: service.state.string) ?? .init() {
        guard let data = FileManager.default.contents(atPath: "\(service.state)/\(name)") else { continue }
        count += 1
        for secret in secrets where data.range(of: Data(secret.utf8)) != nil { found.append(name) }
      }
      #expect(count > 3)
      return found
    }
  }
}
