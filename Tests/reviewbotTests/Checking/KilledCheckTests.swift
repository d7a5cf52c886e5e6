// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// The next `check` removes the leftovers of a killed one.
  struct KilledCheckTests {
    private static let moments = Soak.count(2, long: 10)
    private static let level = Bubblewrap.isUsable ? "bwrap" : "none"
    /// Only the long run also builds and caches the base.
    private static let cache = Soak.isLong ? [] : ["--no-build-cache"]

    @Test func `a check killed at any moment leaves only files that the next check removes`() async throws {
      try await withScratchDirectory { folder in
        let base = SampleRepository.withoutTests
        let repository = try SampleRepository(in: folder.folder("repository"), base: base)
        let program = try BuiltProgram(in: folder)
        var random = SeededRandom(seed: 7)
        var leftovers: Set<String> = []
        for _ in 1...Self.moments {
          // Each line of progress is another moment; a whole run writes more than these.
          try await kill(program, of: repository, afterLines: Int.random(in: 1...24, using: &random), in: folder)
          let runs = program.names(in: "runs")
          #expect(runs.allSatisfy { $0.hasPrefix("run-") } && runs.count <= 1, "\(runs)")
          for run in runs { leftovers.formUnion(program.names(in: "runs/\(run)").filter { $0.hasPrefix("pull-") }) }
          #expect(!Self.isMounted(folder.path))
        }
        let arguments = ["--sandbox", Self.level, "--test", "head"] + Self.cache
        let checked = try await Checked(repository, by: program, arguments)
        #expect(checked.outcome.status == 0, "\(checked.outcome.errors)")
        #expect(checked.leftover == [])
        for name in leftovers { #expect(!FileManager.default.fileExists(atPath: "/tmp/reviewbot-\(name)")) }
        #expect(!Self.isMounted(folder.path))
      }
    }

    /// Starts `check`, kills it after so many lines of output or at its end, and waits for the end of all descendants.
    private func kill(
      _ program: BuiltProgram, of repository: SampleRepository, afterLines count: Int, in folder: ScratchDirectory
    ) async throws {
      let progress = try folder.write("progress", "")
      let errors = try FileDescriptor.open(progress, .writeOnly, options: .closeOnExec)
      defer { try? errors.close() }
      let watch = try FileWatch(progress)
      let path = Self.level == "none" ? SharedModules.environment()["PATH"] : nil
      let child = try PlainChild(
        [
          program.executable.string, "check", "--pr", "1", "--repo", repository.path.string, "--output", "killed",
          "--sandbox", Self.level, "--test", "head", "--verbose",
        ] + Self.cache,
        environment: [
          "PATH": path ?? ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
          "HOME": folder.path.appending("user").string, "REVIEWBOT_HOME": program.home.string,
          "TMPDIR": FileManager.default.temporaryDirectory.path,
        ], in: folder.path, output: .nothing, errors: .descriptor(errors))
      defer { child.end() }
      try await watch.wait {
        try folder.text("progress").split(separator: "\n").count >= count || !child.isRunning
      }
      // Stopped, so that it starts no processes during the search for its descendants.
      Foundation.kill(child.process, SIGSTOP)
      let descendants = Self.descendants(of: child.process)
      Foundation.kill(child.process, SIGKILL)
      _ = try await blocking { child.wait() }
      for process in descendants { #expect(try await ForeignProcess.waitForEnd(of: process)) }
      // Processes that were started since then.
      while let process = Self.processes(mentioning: folder.path).first {
        guard try await ForeignProcess.waitForEnd(of: process) else {
          Issue.record("process \(process) goes on")
          return
        }
      }
    }

    private static func descendants(of process: Int32) -> [Int32] {
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
      let children = threads.flatMap { thread -> [Int32] in
        let text = FileManager.default.contents(atPath: "/proc/\(process)/task/\(thread)/children") ?? Data()
        return String(decoding: text, as: UTF8.self).split(separator: " ").compactMap { Int32($0) }
      }
      return children + children.flatMap { descendants(of: $0) }
    }

    /// The processes that run in the directory, or have it in their arguments.
    private static func processes(mentioning folder: FilePath) -> [Int32] {
      let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return all.compactMap { Int32($0) }.filter { process in
        let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
        let place = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/cwd")) ?? ""
        let isMentioned = line.range(of: Data(folder.string.utf8)) != nil || place.hasPrefix(folder.string)
        return process != getpid() && isMentioned
      }
    }

    private static func isMounted(_ folder: FilePath) -> Bool {
      let mounts = FileManager.default.contents(atPath: "/proc/self/mountinfo") ?? Data()
      return mounts.range(of: Data(folder.string.utf8)) != nil
    }
  }
}
