// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// Packages whose manifest exhausts shared resources, or damages folders that are used afterwards. `LimitTests`
  /// covers tests that exhaust resources.
  @Suite(.enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)))
  struct HostileBombTests {
    struct Bomb: CustomTestStringConvertible, Sendable {
      let testDescription: String
      let program: String
      var reason = "Package.swift cannot be read (swift package describe failed)"
      /// A line that the program prints.
      var says: String?
      /// Whether each run of the tests tries it.
      var isQuick = false
    }

    private static let seconds = Outside.newSeconds()

    private static let bombs = [
      Bomb(
        testDescription: "memory that belongs to no process",
        program: """
            int hidden = memfd_create("hidden", 0);
            int shared = open("/dev/shm/shared", O_CREAT | O_RDWR, 0600);
            dprintf(2, "hid %ld MiB, shared %ld MiB\\n", hidden < 0 ? 0 : fill(hidden, 512), fill(shared, 1024));
          """, says: "hid 0 MiB, shared 256 MiB"),
      Bomb(
        testDescription: "processes that stay below the limit, leave the session and hold nothing",
        program: """
            int count = 0;
            for (int index = 0; index < 2000; index++) {
              pid_t child = fork();
              if (child == 0) {
                setsid();
                close_range(0, ~0u, 0);
                execlp("sleep", "sleep", "\(seconds)", NULL);
                _exit(1);
              }
              count += child > 0;
            }
            dprintf(2, "started %d\\n", count);
          """, says: "started 2000", isQuick: true),
      Bomb(
        testDescription: "signals to all visible processes",
        program: """
            kill(1, SIGKILL);
            kill(1, SIGTERM);
            kill(-1, SIGKILL);
          """),
      Bomb(
        testDescription: "folders that are closed, and deeper than a path can be long",
        program: """
            char name[201];
            memset(name, 'd', 200);
            name[200] = 0;
            mkdir("/box/run/tmp/closed", 0700);
            mkdir("/box/run/tmp/closed/inner", 0700);
            chmod("/box/run/tmp/closed", 0);
            chdir("/box/run/home");
            for (int depth = 0; depth < 2000; depth++)
              if (mkdir(name, 0700) < 0 || chdir(name) < 0) break;
            chmod("/box/run/home", 0);
            chmod("/box/run", 0);
            chmod("/box/source", 0);
          """),
      Bomb(
        testDescription: "300 MB of commands to GitHub Actions",
        program: """
            char text[4096] = "";
            for (int index = 0; index < 30; index++)
              strcat(text, "::error file=a::x\\n\\r::add-mask::a\\n##[error]x\\n::set-output name=a::b\\n");
            // Not through SwiftPM, which keeps the output of a manifest, and drops it if it cannot print it in time.
            int output = 2;
            struct stat own, other;
            fstat(2, &own);
            for (int process = 1; process < 1000 && output == 2; process++) {
              char name[32];
              snprintf(name, sizeof name, "/proc/%d/fd/2", process);
              int file = open(name, O_WRONLY);
              if (file >= 0 && fstat(file, &other) == 0 && other.st_ino != own.st_ino) output = file;
            }
            dprintf(2, "%s", text);
            if (output == 2) return 1;
            for (long bytes = 0; bytes < 300000000; bytes += strlen(text)) dprintf(output, "%s", text);
          """, reason: "reading Package.swift wrote more than 256 MiB of output"),
    ]

    @Test(arguments: bombs.filter { Soak.isLong || $0.isQuick }, Reviewer.all)
    func `a hostile manifest fails the build and leaves nothing behind`(bomb: Bomb, reviewer: Reviewer) async throws {
      try await withScratchDirectory { folder in
        let repository = try SampleRepository(in: folder.folder("repository"), head: HostileProgram.files(bomb.program))
        let program = try BuiltProgram(in: folder)
        let checked = try await Checked(
          repository, by: program,
          ["--sandbox", "bwrap", "--test", "head", "--no-build-cache", "--verbose"],
          environment: try reviewer.take(folder).merging(["GITHUB_ACTIONS": "true"]) { $1 }, shell: reviewer.shell)
        let report = try #require(checked.report, "\(checked.outcome.errors)")
        #expect(checked.outcome.status == 1)
        #expect(report.verdict == .buildFailed)
        let run = try #require(report.runs.first)
        #expect(run.reason == bomb.reason, "\(run.logTail.suffix(2000))")
        if let says = bomb.says {
          #expect(run.logTail.split(separator: "\n").contains(says[...]), "\(run.logTail)")
        }
        let lines = (checked.outcome.output + checked.outcome.errors).split(whereSeparator: \.isNewline)
        for command in ["::error file=a::x", "::add-mask", "::set-output", "##[error]"] {
          #expect(!lines.contains { $0.hasPrefix(command) })
        }
        #expect(checked.leftover == [])
        #expect(try await Outside.survivors(sleeping: Self.seconds) == [])
      }
    }
  }
}
