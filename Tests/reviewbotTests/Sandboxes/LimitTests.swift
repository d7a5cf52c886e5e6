// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// Tests that take more than there is to take.
  @Suite(.enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)))
  struct LimitTests {
    private struct Ended {
      let checked: Checked
      let run: TestRun
      let survivors: [String]
    }

    /// Reviews a package with one test, which has this body. What takes too much of something else is to be noticed long before
    /// its time is over, also on a machine that has hardly a processor left.
    private func run(_ body: String, limit: String = "5m", shell: String? = nil) async throws -> Ended {
      try await withScratchFolder { folder in
        let repository = try SampleRepository(
          in: folder.folder("repository"),
          head: [
            "Tests/SampleTests/SignTests.swift": """
            import Foundation
            import Testing

            /// Starts a program that nobody waits for.
            func start(_ arguments: [String], output: Any = FileHandle.nullDevice) throws -> Process {
              let process = Process()
              process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
              process.arguments = arguments
              process.standardOutput = output
              process.standardError = FileHandle.nullDevice
              try process.run()
              return process
            }

            @Test func takes() throws {
            \(body)
            }

            """
          ])
        let configuration = try folder.write("limits.yml", "version: 1\ntests: {time_limit: \(limit)}\n")
        let checked = try await Checked(
          repository, by: BuiltProgram(in: folder),
          ["--sandbox", "bwrap", "--test", "head", "--config", configuration.string], shell: shell)
        let run = try #require(checked.report?.runs.first, "\(checked.outcome.errors)")
        return Ended(checked: checked, run: run, survivors: try await Outside.survivors())
      }
    }

    @Test func `a test that hangs, with children that left, that are stopped and that hold its output`() async throws {
      let ended = try await run(
        """
          signal(SIGTERM, SIG_IGN)
          let words = \(Attack.sleep)
          _ = try start(words, output: FileHandle.standardOutput)
          let stopped = try start(words)
          kill(stopped.processIdentifier, SIGSTOP)
          kill(getpid(), SIGSTOP)
        """, limit: "5s")
      #expect(ended.checked.report?.verdict == .timedOut)
      #expect(ended.run.reason.hasPrefix("the tests ran longer than 5 s"))
      #expect(ended.survivors == [])
      #expect(ended.checked.leftover == [])
    }

    @Test func `a fork bomb`() async throws {
      // From a shell, because Foundation crashes when there are many, and that may be noticed first.
      let ended = try await run(
        """
          try start(["sh", "-c", "while :; do \(Attack.sleep.joined(separator: " ")) & done"]).waitUntilExit()
        """)
      #expect(ended.run.outcome == .testsFailed)
      #expect(
        ended.run.reason == "the tests ran more than 4096 processes and threads at once while `SampleTests/takes()` ran"
      )
      #expect(ended.survivors == [])
    }

    @Test func `a gigabyte of output`() async throws {
      let ended = try await run(
        """
          let line = Data(String(repeating: "x", count: 1 << 20).utf8) + Data("\\n".utf8)
          for _ in 0..<1024 { FileHandle.standardOutput.write(line) }
        """)
      #expect(ended.run.outcome == .testsFailed)
      #expect(ended.run.reason == "the tests wrote more than 256 MiB of output while `SampleTests/takes()` ran")
      #expect((ended.checked.markdown?.utf8.count ?? .max) < 65_536)
    }

    @Test(.enabled(if: SmallDisk.isUsable, "only root can mount a small disk"))
    func `a full disk`() async throws {
      let ended = try await run(
        """
          let chunk = Data(count: 8 << 20)
          FileManager.default.createFile(atPath: "full", contents: nil)
          let file = try #require(FileHandle(forWritingAtPath: "full"))
          // Slowly enough for who watches.
          while true {
            try file.write(contentsOf: chunk)
            usleep(50_000)
          }
        """, shell: SmallDisk.script(megabytes: 1200))
      #expect(ended.run.outcome == .testsFailed)
      #expect(ended.run.reason.hasPrefix("the tests filled the disk: "), "\(ended.run.reason)")
    }
  }
}

/// A disk of its own for `$REVIEWBOT_HOME`, which only the program under test sees.
private enum SmallDisk {
  static let isUsable = FinishedCommand.succeeds(["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"])

  static func script(megabytes: Int) -> String {
    """
    mkdir -p "$REVIEWBOT_HOME"
    exec unshare --mount sh -c 'mount -t tmpfs -o size=\(megabytes)m none "$REVIEWBOT_HOME" && exec "$0" "$@"' "$0" "$@"
    """
  }
}
