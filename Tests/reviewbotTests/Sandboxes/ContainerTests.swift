// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// Serialized, because the tests look for leftover containers.
  @Suite(.serialized, .enabled(if: !ContainerSetting.possible.isEmpty, Comment(rawValue: ContainerSetting.isMissing)))
  struct ContainerTests {
    @Test(arguments: ContainerSetting.possible)
    func `attacks by code under review have no effect outside the container`(setting: ContainerSetting) async throws {
      try await withScratchDirectory { folder in
        let outside = try Outside(in: folder)
        let repository = try SampleRepository(
          in: folder.folder("repository"),
          head: HostilePackage(
            attack: outside.attack,
            attempts: HostileAttempts(attack: outside.attack, state: folder.path.appending("home").string)
          ).files)
        let path = "\(ProcessInfo.processInfo.environment["PATH"] ?? ""):\(outside.attack.outside)"
        let checked = try await setting.check(
          repository, in: folder, ["--verbose"],
          environment: ["GITHUB_TOKEN": Outside.word, "REVIEWBOT_TOKEN": Outside.word, "PATH": path])
        let run = try #require(checked.report?.runs.first, "\(checked.outcome.errors)")
        #expect(run.outcome == .testsFailed, "\(run.reason)\n\(run.logTail)")
        let said = run.failures.first { $0.name == "says()" }?.message.split(separator: "\n").map(String.init) ?? []
        for name in HostilePackage.attackers {
          let gained = "\(name): started a process, gained \(setting.gains.count) \(setting.gains)"
          #expect(said.contains { $0.hasSuffix(gained) }, "\(name): \(said)")
        }
        #expect(outside.traces() == [])
        #expect(outside.connections == 0)
        #expect(outside.isProcessAlive)
        #expect(try await Outside.survivors(sleeping: outside.attack.seconds) == [])
        #expect(checked.leftover == [])
        // Otherwise a command that starts while another command's container ends cannot enter the namespaces.
        #expect(setting.keepsNamespaces(in: folder))
        #expect(try setting.containers(of: checked.report?.head) == [])
      }
    }

    @Test(arguments: ContainerSetting.common)
    func `a container is stopped and removed at the time limit`(setting: ContainerSetting) async throws {
      try await withScratchDirectory { folder in
        let seconds = Outside.newSeconds()
        let repository = try SampleRepository(
          in: folder.folder("repository"),
          head: [
            "Tests/SampleTests/SignTests.swift": """
            import Foundation
            import Testing

            @Test func hangs() throws {
              let process = Process()
              process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
              process.arguments = \(Attack.sleeper(seconds))
              try process.run()
              kill(getpid(), SIGSTOP)
            }

            """
          ])
        let configuration = try folder.write("limits.yml", "version: 1\ntests: {time_limit: 40s}\n")
        let checked = try await setting.check(repository, in: folder, ["--config", configuration.string])
        #expect(checked.report?.verdict == .timedOut, "\(checked.outcome.errors)")
        #expect(try await Outside.survivors(sleeping: seconds) == [])
        #expect(try setting.containers(of: checked.report?.head) == [])
      }
    }

    @Test(arguments: ContainerSetting.common)
    func `the base's linters run in a container with a read-only checkout and no tokens`(
      setting: ContainerSetting
    ) async throws {
      try await withScratchDirectory { folder in
        let repository = try SampleRepository(
          in: folder.folder("repository"),
          base: SampleRepository.withoutTests.merging([
            ".reviewbot.yml": #"""
            version: 1
            lint:
              linters:
                swift-format: on
                own:
                  command: [sh, lint.sh, "{files}"]
                  format: lines
                  regex: '^(?<path>[^:]+):(?<line>[0-9]+): (?<message>.+)$'

            """#,
            ".swift-format": #"{"version": 1, "rules": {"DoNotUseSemicolons": true}}"#,
            // The machine has podman, and the container has not.
            "lint.sh": """
            touch "$1" Sources/new 2>/dev/null && echo "$1:6: wrote"
            test -z "$GITHUB_TOKEN$REVIEWBOT_TOKEN" || echo "$1:6: has a token"
            test ! -e /usr/bin/podman || echo "$1:6: not in the container"
            for file in "$@"; do echo "$file:6: seen"; done

            """,
          ]) { $1 },
          head: [:])
        let checked = try await setting.check(
          repository, in: folder, ["--test", "head"],
          environment: ["GITHUB_TOKEN": Outside.word, "REVIEWBOT_TOKEN": Outside.word])
        let report = try #require(checked.report, "\(checked.outcome)")
        let found = report.findings.filter { $0.rule.hasPrefix("swift-format/") || $0.rule.hasPrefix("own/") }
        #expect(Set(found.map { "\($0.rule) \($0.message)" }).contains("own/finding seen"), "\(report.notes)")
        #expect(found.contains { $0.rule == "swift-format/DoNotUseSemicolons" }, "\(report.notes)")
        for lie in ["wrote", "has a token", "not in the container"] {
          #expect(!found.contains { $0.message == lie }, "\(found)")
        }
        #expect(checked.leftover == [])
        #expect(try setting.containers(of: report.head) == [])
      }
    }

    /// Memory and processes are counted although podman starts the container's processes outside of its own process
    /// tree, and a control group is not always available.
    @Test(arguments: ContainerSetting.common)
    func `a container that starts too many processes is stopped`(setting: ContainerSetting) async throws {
      try await withScratchDirectory { folder in
        let seconds = Outside.newSeconds()
        let repository = try SampleRepository(
          in: folder.folder("repository"),
          head: [
            "Tests/SampleTests/SignTests.swift": """
            import Foundation
            import Testing

            @Test func takes() throws {
              let process = Process()
              process.executableURL = URL(fileURLWithPath: "/bin/sh")
              process.arguments = ["-c", "while :; do \(Attack.sleeper(seconds).joined(separator: " ")) & done"]
              try process.run()
              process.waitUntilExit()
            }

            """
          ])
        let configuration = try folder.write("limits.yml", "version: 1\ntests: {time_limit: 120s}\n")
        let checked = try await setting.check(repository, in: folder, ["--config", configuration.string])
        // The kernel's limit may be reached first: then the shell cannot start another process, and the time limit ends
        // it.
        #expect([.testsFailed, .timedOut].contains(checked.report?.verdict), "\(checked.outcome.errors)")
        #expect(try await Outside.survivors(sleeping: seconds) == [])
        #expect(try setting.containers(of: checked.report?.head) == [])
      }
    }
  }
}
