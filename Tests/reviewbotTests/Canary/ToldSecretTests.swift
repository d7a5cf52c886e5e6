// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// The program's output, if its arguments and its input repeat its secrets.
  struct ToldSecretTests {
    private static let canary = "ghp_canary\(UUID().uuidString.prefix(12))/+x"
    private static let environment = [
      "GITHUB_TOKEN": canary, "REVIEWBOT_GIT_CREDENTIAL": "ada:\(canary)-git", "NPM_TOKEN": "\(canary)-npm",
      "https_proxy": "http://ada:\(canary)-proxy@127.0.0.1:9",
    ]

    @Test(arguments: [
      ["--help"], ["check", "--help"], ["\(canary)"], ["check", "--pr", "\(canary)"],
      ["check", "--pr", "1", "--name", "\(canary)!"], ["check", "--pr", "1", "--config", "/\(canary)/reviewbot.yml"],
      ["check", "--pr", "1", "--token-file", "/\(canary)/token"], ["check", "--pr", "1", "--allow-host", "\(canary)!"],
      ["check", "--pr", "1", "--dependency-token", "\(canary)"],
      ["check", "--pr", "1", "--repo", "/\(canary)/repository"],
      // Messages of libcurl, of libgit2 and of the parser of addresses.
      ["check", "--pr", "1", "--forge", "github", "--repo", "https://127.0.0.1:9/\(canary)/shapes"],
      ["check", "--pr", "1", "--forge", "local", "--repo", "http://127.0.0.1:9/\(canary).git"],
      ["check", "--pr", "1", "--forge", "local", "--repo", "https://ada:\(canary)-url@127.0.0.1:9/shapes.git"],
      ["lint", "/\(canary)/Sources"], ["coverage", "--from", "/\(canary)/lcov.info"],
      ["serve", "--config", "/\(canary)/server.yml"], ["jobs", "list", "--config", "/\(canary)/server.yml"],
    ]) func `secrets do not appear in output, even if arguments repeat them`(arguments: [String]) async throws {
      try await withScratchDirectory { folder in
        let outcome = try await BuiltProgram(in: folder).run(
          arguments, environment: Self.environment.merging(["REVIEWBOT_APP_KEY_FILE": ""]) { $1 })
        let said = outcome.output + outcome.errors
        #expect(!said.isEmpty)
        for part in [Self.canary, Self.canary.replacing("/", with: "%2F"), String(Self.canary.prefix(20))] {
          #expect(!said.contains(part), "\(said)")
        }
      }
    }

    @Test func `a dry run masks a secret that the pull request's title repeats`() async throws {
      var tiny = TinyRepository(content: .noPackage)
      let wrapped = StandInForge.token.prefix(9) + " \n " + StandInForge.token.dropFirst(9)
      tiny.title = "Use \(StandInForge.token), \(Data(StandInForge.token.utf8).base64EncodedString()) or \(wrapped)"
      try await withStandInForge(prepare: tiny.add) { forge in
        try await withScratchDirectory { folder in
          let outcome = try await BuiltProgram(in: folder).run(
            [
              "check", "--pr", "1", "--repo", "acme/tiny", "--sandbox", "none", "--dry-run", "--verbose", "--output",
              "report",
            ],
            environment: forge.environment(token: StandInForge.token))
          #expect(outcome.status == 3, "\(outcome.errors)")
          #expect(outcome.output.contains("Use ***, *** or ***"), "\(outcome.output)")
          let files = try ["report/report.json", "report/report.md"].map { try folder.text($0) }
          #expect(files[0].contains("Use ***, *** or ***"))
          for text in [outcome.output, outcome.errors] + files {
            for part in [StandInForge.token, String(StandInForge.token.dropFirst(9))] { #expect(!text.contains(part)) }
          }
        }
      }
    }

    @Test func `a crash leaves no secret in the log and no core file`() async throws {
      try await withService { forge, service in
        let served = try await service.start(
          environment: ["SWIFT_BACKTRACE": "enable=yes,color=no,interactive=no,symbolicate=off,timeout=20s"])
        try await forge.waitForReviews(of: [1])
        kill(served.process, SIGSEGV)
        // The daemon continues after the backtrace, because another process sent the signal.
        try await served.wait(forText: "Backtrace took")
        served.kill()
        let said = try served.text
        for secret in [service.token, ServiceDirectory.webhookSecret] { #expect(!said.contains(secret)) }
        let names = try FileManager.default.contentsOfDirectory(atPath: service.folder.path.string)
        #expect(!names.contains { $0.hasPrefix("core") })
      }
    }

    @Test func `a secret that is too short to be masked is reported and not masked`() async throws {
      try await withStandInForge(prepare: TinyRepository(content: .noPackage).add) { forge in
        try await withScratchDirectory { folder in
          let outcome = try await BuiltProgram(in: folder).run(
            ["check", "--pr", "1", "--repo", "acme/tiny", "--sandbox", "none", "--dry-run"],
            environment: forge.environment(token: "tiny"))
          #expect(
            outcome.complaints.contains(
              "reviewbot: the token has 4 bytes, too few to be masked in output; use one of at least 8"),
            "\(outcome.errors)")
          #expect(!outcome.errors.contains("***") && !outcome.output.contains("***"))
        }
      }
    }
  }
}
