// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// Tests that exceed a limit of time, processes or disk space.
  @Suite(.enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)))
  struct LimitTests {
    private struct Ended {
      let checked: Checked
      let run: TestRun
      let survivors: [Int32]
    }

    /// Reviews a package with one test, which has this body. Excessive use of another resource must be detected long
    /// before the time limit, also on a machine with almost no free processor.
    private func run(
      _ body: String, limit: String = "10m", seconds: Int = Outside.newSeconds(), shell: String? = nil
    ) async throws -> Ended {
      try await withScratchDirectory { folder in
        let (repository, program) = try await KeptBase.change(
          [
            "Tests/SampleTests/SignTests.swift": """
            import Foundation
            import Testing

            /// Starts a program without waiting for it.
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
          ], in: folder)
        let configuration = try folder.write("limits.yml", "version: 1\ntests: {time_limit: \(limit)}\n")
        let checked = try await Checked(
          repository, by: program,
          ["--sandbox", "bwrap", "--test", "head", "--config", configuration.string], shell: shell)
        let run = try #require(checked.report?.runs.first, "\(checked.outcome.errors)")
        return Ended(checked: checked, run: run, survivors: try await Outside.survivors(sleeping: seconds))
      }
    }

    @Test(.thorough) func `a hanging test and its stopped or detached children end at the time limit`()
      async throws
    {
      let seconds = Outside.newSeconds()
      let ended = try await run(
        """
          signal(SIGTERM, SIG_IGN)
          let words = \(Attack.sleeper(seconds))
          _ = try start(words, output: FileHandle.standardOutput)
          let stopped = try start(words)
          kill(stopped.processIdentifier, SIGSTOP)
          kill(getpid(), SIGSTOP)
        """, limit: "60s", seconds: seconds)
      #expect(ended.checked.report?.verdict == .timedOut)
      #expect(ended.run.reason.hasPrefix("the tests ran longer than 60 s"))
      #expect(ended.survivors == [])
      #expect(ended.checked.leftover == [])
    }

    @Test(.thorough) func `a test that starts too many processes or threads is ended`() async throws {
      let seconds = Outside.newSeconds()
      let sleeper = Attack.sleeper(seconds)
      // From a shell, because Foundation crashes with many processes, and the crash may be detected first. Thousands of
      // processes occupy the machine's processors for half a minute, so only the long run starts them; other runs start
      // threads.
      let bomb = """
          try start(["sh", "-c", "while :; do \(sleeper.joined(separator: " ")) & done"]).waitUntilExit()
        """
      let crowd = """
          for _ in 0..<64 { _ = try start(\(sleeper)) }
          for _ in 0..<5000 { Thread.detachNewThread { sleep(3600) } }
          sleep(3600)
        """
      let ended = try await run(Soak.isLong ? bomb : crowd, seconds: seconds)
      #expect(ended.run.outcome == .testsFailed)
      #expect(
        ended.run.reason == "the tests ran more than 4096 processes and threads at once while `SampleTests/takes()` ran"
      )
      #expect(ended.survivors == [])
    }

    @Test(.thorough, .enabled(if: SmallDisk.isUsable, "only root can mount a small disk"))
    func `a test that writes too much to the disk is ended`() async throws {
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
      #expect(ended.run.reason.hasPrefix("the tests wrote more than 600 MiB to the disk"), "\(ended.run.reason)")
    }
  }
}

/// A separate disk for `$REVIEWBOT_HOME`, which only the program under test sees.
private enum SmallDisk {
  static let isUsable = FinishedCommand.succeeds(["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"])

  static func script(megabytes: Int) -> String {
    """
    exec unshare --mount sh -c '
      disk=$REVIEWBOT_HOME.disk
      mkdir "$disk" && mount -t tmpfs -o size=\(megabytes)m none "$disk" && cp -a "$REVIEWBOT_HOME/." "$disk" \\
        && mount --bind "$disk" "$REVIEWBOT_HOME" && exec "$0" "$@"' "$0" "$@"
    """
  }
}
