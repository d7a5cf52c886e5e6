// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import Testing

extension ServedEndToEnd {
  /// Two pull requests with the same head: the one into `main` fails, and the one into `lenient` passes, because the
  /// configuration of that branch skips the pull requests of its author.
  struct ServedSharedHeadTests {
    private static var repository: TinyRepository {
      var tiny = TinyRepository(content: .noPackage)
      tiny.branches = ["lenient": [".reviewbot.yml": "version: 1\npull_request:\n  skip:\n    authors: [ada]\n"]]
      return tiny
    }

    private func newest(_ state: StandInState, _ text: String, passes: Bool) -> Bool {
      guard let status = state.pullRequest(1, of: "acme/tiny")?.statuses.first else { return false }
      return (status.state == "success") == passes && status.state != "pending"
        && status.description?.hasPrefix(text) == true
    }

    @Test(arguments: [ForgeKind.github, .gitlab, .gitea])
    func `the daemon keeps the failure while its pull request is open`(kind: ForgeKind) async throws {
      var settings = ServiceDirectory.Settings()
      settings.kind = kind
      try await withService(of: Self.repository, settings) { forge, service in
        for number in 1...2 { try forge.setMergeRequest(number, to: "change-1") }
        let served = try await service.start()
        try await forge.waitForReviews(of: [1])
        try await service.addHook(to: served)
        try await forge.openPull(from: "change-1", into: "lenient", titled: "The same", in: "acme/tiny")
        try await forge.wait(for: "the failure beside a pass") { state in
          newest(state, "#1 into main, while #2 into lenient passed: ", passes: false)
        }
        try await service.waitUntilIdle()
        try await forge.setPull(1, "closed", in: "acme/tiny")
        try await forge.wait(for: "the pass") { newest($0, "#2 into lenient", passes: true) }
        try await service.waitUntilIdle()
        try await forge.setPull(1, "reopened", in: "acme/tiny")
        try await forge.wait(for: "the failure") { newest($0, "#1 into main", passes: false) }
        try await service.waitUntilIdle()
        if ProcessInfo.processInfo.environment["REVIEWBOT_FORGE"] == nil {
          // The larger stand-in cannot change the base of a pull request.
          try await forge.setPull(1, "edited", base: "lenient", in: "acme/tiny")
          try await forge.wait(for: "the pass of the other base") { newest($0, "#1 into lenient", passes: true) }
          try await service.waitUntilIdle()
        }
        #expect(try await forge.violations() == [])
        #expect(try await served.terminate() == 0)
      }
    }

    @Test(arguments: [ForgeKind.github, .gitlab, .gitea])
    func `a check keeps the failure while its pull request is open`(kind: ForgeKind) async throws {
      try await withStandInForge(prepare: Self.repository.add) { forge in
        try await withScratchDirectory { folder in
          for number in 1...2 { try forge.setMergeRequest(number, to: "change-1") }
          try await forge.openPull(from: "change-1", into: "lenient", titled: "The same", in: "acme/tiny")
          let program = try BuiltProgram(in: folder)
          func check(_ number: Int) async throws -> BuiltProgram.Outcome {
            let api = forge.url + ([.gitlab: "/api/v4", .gitea: "/api/v1"][kind] ?? "")
            let token = ["REVIEWBOT_TOKEN": ServiceDirectory.token(of: kind)]
            let variables: [String: String] =
              switch kind {
              case .gitlab:
                [
                  "GITLAB_CI": "true", "CI_API_V4_URL": api, "CI_SERVER_URL": forge.url,
                  "CI_PROJECT_PATH": "acme/tiny",
                ]
              case .gitea: ["GITEA_ACTIONS": "true", "GITHUB_API_URL": api, "GITHUB_SERVER_URL": forge.url]
              default: ["GITHUB_API_URL": api, "GITHUB_SERVER_URL": forge.url]
              }
            return try await program.run(
              [
                "check", "--pr", "\(number)", "--repo", "acme/tiny", "--forge", kind.rawValue, "--output", "report",
                "--sandbox", "none",
              ], environment: variables.merging(token) { $1 })
          }
          let failed = try await check(1)
          #expect(failed.status == 3, "\(failed.output)\(failed.errors)")
          #expect(newest(try await forge.state(), "#1 into main: ", passes: false))
          let passed = try await check(2)
          #expect(passed.status == 0, "\(passed.output)\(passed.errors)")
          let held = "\nstatus: held (#1 into main failed, and has the same head; "
          #expect(passed.output.contains(held), "\(passed.output)")
          #expect(newest(try await forge.state(), "#1 into main, while #2 into lenient passed: ", passes: false))
          try await forge.setPull(1, "closed", in: "acme/tiny")
          let closed = try await check(1)
          #expect(closed.status == 0, "\(closed.output)\(closed.errors)")
          #expect(closed.output.contains("\nstatus: created ("), "\(closed.output)")
          #expect(newest(try await forge.state(), "#2 into lenient", passes: true))
          #expect(try await forge.violations() == [])
        }
      }
    }
  }
}
