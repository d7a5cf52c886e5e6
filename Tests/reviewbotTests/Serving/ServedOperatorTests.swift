// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension ServedEndToEnd {
  /// Operations on a running daemon.
  struct ServedOperatorTests {
    @Test(.thoroughWithForge) func `a rotated secret and a new repository are loaded without a restart`() async throws {
      var settings = ServiceDirectory.Settings()
      settings.repositories = ["acme/nothing"]
      try await withService(settings) { forge, service in
        let served = try await service.start()
        let text = try service.folder.text("server.yml")
        let secret = "another-secret-of-webhooks-0123"
        try ServiceDirectory.writeSecret("webhook-secret", secret, in: service.folder)
        try service.folder.write(
          "server.yml",
          text.replacing("acme/nothing", with: "acme/tiny").replacing("workers: 2", with: "workers: 3"))
        #expect(kill(served.process, SIGHUP) == 0)
        try await served.wait(for: "the reload") { lines in lines.contains { $0.message == "configuration reloaded" } }
        let warning = try served.lines.first { $0.message == "changes of these keys take effect at the next start" }
        #expect(warning?.metadata?["keys"] == "limits.workers")
        // Found by reconciliation, which a reload requests.
        try await forge.waitForReviews(of: [1])
        try await service.waitUntilIdle()
        try await forge.addHook("acme/tiny", url: served.webhookURL(.github), secret: secret, flavor: .github)
        let head = try await forge.pushAgain(1)
        try await forge.waitForReviews(of: [1])
        #expect(try await service.waitUntilIdle().contains { $0.head == head.hex && $0.state == "done" })

        try service.folder.write("server.yml", "version: 2\n")
        #expect(kill(served.process, SIGHUP) == 0)
        try await served.wait(for: "the refusal") { lines in
          lines.contains { $0.message == "configuration not reloaded; the previous one stays in effect" }
        }
        #expect(try await served.answer("/healthz", by: forge.transport).status == 200)
        #expect(try await served.terminate() == 0)
      }
    }

    @Test(.thoroughWithForge) func `a repository cannot loosen the server's defaults, which a reload updates`()
      async throws
    {
      var tiny = TinyRepository(content: .noPackage)
      tiny.files = [".reviewbot.yml": "version: 1\nrules: {force_try: off}\n"]
      try await withService(of: tiny) { forge, service in
        let text = try service.folder.text("server.yml")
        try service.folder.write("server.yml", text + "defaults: {rules: {force_try: error}}\n")
        let served = try await service.start()
        try await forge.waitForReviews(of: [1])
        let first = try #require(try await service.waitUntilIdle().first { $0.kind == "review" }?.id)
        let note = ".reviewbot.yml:2: rules.force_try: off is looser than the server's error"
        #expect(try await service.jobs("logs", "\(first)", "--report").output.contains(note))

        try service.folder.write("server.yml", text)
        #expect(kill(served.process, SIGHUP) == 0)
        try await served.wait(for: "the reload") { lines in lines.contains { $0.message == "configuration reloaded" } }
        #expect(try await service.jobs("run", "github:acme/tiny", "1").status == 0)
        let second = try #require(try await service.waitUntilIdle().first { $0.kind == "review" && $0.id != first }?.id)
        #expect(try await !service.jobs("logs", "\(second)", "--report").output.contains("looser than"))
        #expect(try await served.terminate() == 0)
      }
    }

    @Test func `pause, resume, run and logs work on a running daemon`() async throws {
      try await withService { forge, service in
        let served = try await service.start()
        try await forge.waitForReviews(of: [1])
        try await service.waitUntilIdle()
        try await service.addHook(to: served)
        #expect(try await service.jobs("pause", "all").output == "all: paused; running jobs continue\n")
        let head = try await forge.pushAgain(1)
        try await forge.waitForDeliveries()
        let jobs = try await service.allJobs()
        #expect(jobs.first { $0.kind == "review" }.map { "\($0.state) \($0.head)" } == "queued \(head.hex)")
        #expect(try await service.jobs("list").output.contains("paused: all, since "))
        #expect(try await service.jobs("resume", "all").output == "all: resumed\n")
        try await forge.waitForReviews(of: [1])
        let done = try await service.waitUntilIdle()
        let id = try #require(done.first { $0.head == head.hex && $0.kind == "review" }?.id)

        let log = try await service.jobs("logs", "\(id)", "-f")
        #expect(log.status == 0, "\(log.errors)")
        #expect(log.output.contains("job \(id), attempt 1: review of github:acme/tiny#1 at \(head)"))
        #expect(log.output.contains("fetch: done after "))
        let report = try await service.jobs("logs", "\(id)", "--report")
        #expect(report.output.contains(#""head""#))
        #expect(try await service.jobs("logs", "99").errors.contains("there is no job 99"))

        let requested = try await service.jobs("run", "github:acme/tiny", "1")
        #expect(requested.output.hasPrefix("github:acme/tiny#1: requested, as job "))
        try await service.wait(forJobs: "a second review") { jobs in
          jobs.count { $0.kind == "review" && $0.head == head.hex && $0.state == "done" } == 2
        }
        #expect(try await service.jobs("run", "github:acme/other", "1").status == 3)
        let commands = try served.lines.filter { $0.message == "operator command executed" }
        #expect(commands.map { $0.metadata?["command"] } == ["pause", "resume", "run"])
        #expect(commands.allSatisfy { $0.metadata?["uid"] == "\(getuid())" })
        try await service.waitUntilIdle()
        #expect(try await forge.violations() == [])
        #expect(try await served.terminate() == 0)
      }
    }

    @Test(arguments: [ServiceDirectory.Credential.token, .app])
    func `--check --online reports a credential's permissions`(credential: ServiceDirectory.Credential) async throws {
      var settings = ServiceDirectory.Settings()
      settings.credential = credential
      settings.repositories = ["acme/shapes", "acme/missing"]
      try await withService(settings) { forge, service in
        let outcome = try await service.program.run(
          ["serve", "--config", service.file.string, "--check", "--online"])
        #expect(outcome.status == 3)
        #expect(outcome.output.contains("proven        read the repository"), "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains("proven        read pull requests"))
        #expect(outcome.output.contains("  acme/missing\n    refuted       read the repository"), "\(outcome.output)")
        switch credential {
        case .token: #expect(outcome.output.contains("not provable  write statuses: "), "\(outcome.output)")
        case .app:
          #expect(outcome.output.contains("proven        write statuses"), "\(outcome.output)")
          #expect(outcome.output.contains("    acme: selected repositories"), "\(outcome.output)")
        }
        #expect(outcome.errors.contains("1 of the required rights is missing; grant it"))
        #expect(try await forge.violations() == [])
      }
    }
  }
}
