// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// Packages that fill a disk which reviews share.
  @Suite(
    .enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)),
    .enabled(if: SmallDisk.isPossible, "only root can mount a small disk"))
  struct HostileDiskTests {
    /// No program in these tests takes this long.
    private static let base: SampleRepository.Files = [".reviewbot.yml": "version: 1\nbuild: {time_limit: 5m}\n"]
    private static let arguments = ["--sandbox", "bwrap", "--test", "head", "--no-build-cache"]

    @Test(.enabled(if: Soak.isLong, "a part of `make soak`"), arguments: Reviewer.all)
    func `a manifest that creates too many files fails the build`(reviewer: Reviewer) async throws {
      try await withScratchDirectory { folder in
        let program = try BuiltProgram(in: folder)
        _ = try folder.folder("home")
        let disk = try SmallDisk(at: program.home, megabytes: 800, files: 20_000)
        let bomb = """
            mkdir("/box/run/tmp/many", 0700);
            chdir("/box/run/tmp/many");
            char name[32];
            for (long count = 0;; count++) {
              sprintf(name, "%ld", count);
              int file = open(name, O_CREAT | O_WRONLY, 0600);
              if (file < 0) pause();
              close(file);
              /* Slowly enough for who watches. */
              if (count % 500 == 0) usleep(20000);
            }
          """
        let repository = try SampleRepository(
          in: folder.folder("repository"), base: Self.base, head: HostileProgram.files(bomb))
        let checked = try await Checked(
          repository, by: program, Self.arguments, environment: try reviewer.take(folder), shell: reviewer.shell)
        #expect(checked.report?.verdict == .buildFailed, "\(checked.outcome.errors)")
        #expect(
          checked.report?.runs.first?.reason == "reading Package.swift created more than 10000 files and directories")
        #expect(checked.leftover == [])
        _ = consume disk
      }
    }

    /// One review fills the disk up to its limit and waits; the other, whose repository is already fetched, writes a
    /// little. Each detects the progress of the other by the free space of the disk.
    @Test(.enabled(if: Soak.isLong, "a part of `make soak`"))
    func `a review that fills the disk up to its limit does not fail another review`() async throws {
      try await withScratchDirectory { folder in
        let hostile = try BuiltProgram(in: folder)
        _ = try folder.folder("home")
        // A review may put 300 MiB there beside its copy of the program, which has hundreds of megabytes if it is for
        // debugging.
        let size = try FileManager.default.attributesOfItem(atPath: hostile.executable.string)[.size] as? Int ?? 0
        let disk = try SmallDisk(at: hostile.home, megabytes: 600 + 2 * (size >> 20))
        let filling = """
            struct statvfs disk;
            fill(open("/box/run/tmp/fill", O_CREAT | O_WRONLY, 0600), 260);
            /* Until the other one has written. */
            for (int step = 0; step < 24000; step++, usleep(10000)) {
              statvfs("/box/run", &disk);
              if (disk.f_bavail * (long)disk.f_frsize >> 20 < 285) break;
            }
          """
        let writing = """
            struct statvfs disk;
            /* Until the disk is filled. */
            for (int step = 0; step < 24000; step++, usleep(10000)) {
              statvfs("/box/run", &disk);
              if (disk.f_bavail * (long)disk.f_frsize >> 20 < 350) break;
            }
            fill(open("/box/run/tmp/little", O_CREAT | O_WRONLY, 0600), 40);
          """
        let (first, second) = (try folder.folder("first"), try folder.folder("second"))
        let repositories = try [
          SampleRepository(in: first, base: Self.base, head: HostileProgram.files(filling)),
          SampleRepository(in: second, base: Self.base, head: HostileProgram.files(writing, ending: .package)),
        ]
        let innocent = try BuiltProgram(in: second)
        async let reviewed = Checked(
          repositories[1], by: innocent, Self.arguments, environment: ["REVIEWBOT_HOME": hostile.home.string])
        try await innocent.wait(forStage: "read the manifest")
        async let filled = Checked(repositories[0], by: hostile, Self.arguments)
        let checked = try await reviewed
        #expect(checked.outcome.status == 0, "\(checked.outcome.errors)")
        #expect(checked.report?.verdict == .noTests)
        let full = try await filled
        #expect(full.report?.verdict == .buildFailed, "\(full.outcome.errors)")
        #expect(hostile.names(in: "runs") == [])
        _ = consume disk
      }
    }

    @Test(arguments: Reviewer.all)
    func `a review whose disk is filled by other processes could not run`(reviewer: Reviewer) async throws {
      try await withScratchDirectory { folder in
        let program = try BuiltProgram(in: folder)
        _ = try folder.folder("home")
        let disk = try SmallDisk(at: program.home, megabytes: 600)
        let innocent = """
            struct statvfs disk;
            /* Until the disk is filled. */
            for (int step = 0; step < 6000; step++, usleep(10000)) {
              statvfs("/box/run", &disk);
              if (disk.f_bavail * (long)disk.f_frsize >> 20 < 100) break;
            }
            fill(open("/box/run/tmp/little", O_CREAT | O_WRONLY, 0600), 40);
            pause();
          """
        let repository = try SampleRepository(
          in: folder.folder("repository"), base: Self.base, head: HostileProgram.files(innocent))
        let own = try reviewer.take(folder)
        async let reviewed = Checked(
          repository, by: program, Self.arguments, environment: own, shell: reviewer.shell)
        try await program.wait(forStage: "read the manifest")
        var status = statvfs()
        statvfs(program.home.string, &status)
        let free = Int(status.f_bavail) * Int(status.f_frsize) / (1 << 20)
        try FinishedCommand.output(of: ["fallocate", "-l", "\(free - 60)M", program.home.appending("others").string])
        let checked = try await reviewed
        #expect(checked.outcome.status == 3, "\(checked.outcome.errors)")
        #expect(checked.report?.verdict == .couldNotRun)
        let reason = checked.report?.runs.first?.reason ?? ""
        #expect(
          reason.hasPrefix("reading Package.swift was ended, because other processes filled the host's disk"),
          "\(reason)")
        #expect(checked.leftover == [])
        _ = consume disk
      }
    }
  }
}
