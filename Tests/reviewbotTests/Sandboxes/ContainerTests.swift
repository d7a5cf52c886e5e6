// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  @Suite(.enabled(if: Container.root != nil, "\(Container.isMissing)"))
  struct ContainerTests {
    @Test func `code under review gains nothing in a container either`() async throws {
      try await withScratchFolder { folder in
        let outside = try Outside(in: folder)
        let repository = try SampleRepository(
          in: folder.folder("repository"), head: HostilePackage(attack: outside.attack).files)
        let checked = try await Checked(
          repository, by: BuiltProgram(in: folder),
          ["--sandbox", "container", "--sandbox-image", try #require(Container.root), "--test", "head", "--verbose"],
          environment: ["GITHUB_TOKEN": Outside.word, "REVIEWBOT_TOKEN": Outside.word])
        let run = try #require(checked.report?.runs.first, "\(checked.outcome.errors)")
        #expect(run.outcome == .testsFailed, "\(run.reason)\n\(run.logTail)")
        let said = run.failures.first { $0.name == "says()" }?.message.split(separator: "\n").map(String.init) ?? []
        for name in HostilePackage.attackers {
          #expect(said.contains { $0.hasSuffix("\(name): started a process, gained 0 []") }, "\(name): \(said)")
        }
        #expect(outside.traces() == [])
        #expect(outside.connections == 0)
        #expect(outside.isProcessAlive)
        #expect(try await Outside.survivors(sleeping: outside.attack.seconds) == [])
        #expect(checked.leftover == [])
      }
    }

    @Test func `a container ends with its time`() async throws {
      try await withScratchFolder { folder in
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
        let checked = try await Checked(
          repository, by: BuiltProgram(in: folder),
          [
            "--sandbox", "container", "--sandbox-image", try #require(Container.root), "--test", "head", "--config",
            configuration.string,
          ])
        #expect(checked.report?.verdict == .timedOut, "\(checked.outcome.errors)")
        #expect(try await Outside.survivors(sleeping: seconds) == [])
        #expect(try Container.left() == "")
      }
    }
  }
}

private enum Container {
  private static let variable = "REVIEWBOT_CONTAINER_ROOT"
  private static let named = ProcessInfo.processInfo.environment[variable]

  /// Why there is no root, with what to do.
  static var isMissing: String {
    named.map {
      "podman starts no container from \($0), which \(variable) names: podman run --rm --rootfs \($0):O /bin/true"
    }
      ?? "\(variable) is not set: apt-get install podman, and name a folder with a root file system that holds a Swift toolchain"
  }

  /// Set, and a container starts.
  static let root: String? = {
    guard let root = named else { return nil }
    let limits = ["--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1024:1024"]
    let output = try? podman(
      ["run", "--rm", "--network", "none"] + limits + ["--rootfs", "\(root):O", "/bin/echo", "up"])
    return output == "up\n" ? root : nil
  }()

  /// The containers that reviews made and that are still there.
  static func left() throws -> String {
    try podman(["ps", "--all", "--quiet", "--filter", "name=reviewbot-"])
  }

  private static func podman(_ arguments: [String]) throws -> String {
    try FinishedCommand(["podman"] + arguments).output
  }
}
