// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import PostgresStore
import ReviewContract
import ReviewTesting
import Testing

extension ServedEndToEnd {
  /// An upgrade of two machines in which the program is replaced long before the restart.
  @Suite(
    .enabled(
      if: PostgresQueueAssembly.isAvailable && PostgresServer.isInstalled,
      "needs PostgreSQL's server, and a build with --traits PostgreSQL"))
  struct RollingReplacementTests {
    private static let pullRequests = 1...4

    @Test(
      .enabled(if: Soak.isLong, "takes long: make soak runs it"), arguments: [Replacement.install, .rename, .exchange])
    func `no attempt fails while two machines under load are upgraded`(way: Replacement) async throws {
      let transcript = Transcript("rolling \(way.rawValue)")
      try await withScratchDirectory { folder in
        let programs = try (0...1).map { try ReplaceableProgram(in: folder.folder("programs-\($0)")) }
        let next = try (0...1).map { try ReplaceableProgram(in: folder.folder("next-\($0)")) }
        var settings = ServiceDirectory.Settings()
        settings.database = try PostgresServer.shared.database()
        settings.sandbox = Bubblewrap.isUsable ? "bwrap" : "none"
        let tiny = TinyRepository(pullRequests: Self.pullRequests.count)
        try await withService(of: tiny, settings) { [settings] forge, first in
          func start(_ number: Int, _ program: ReplaceableProgram) async throws -> ServedProgram {
            var own = settings
            own.executable = program.path
            let served = try await first.otherMachine(forge, own, named: "machine-\(number)").start()
            try await first.addHook(to: served)
            return served
          }
          var ended: [ServedProgram] = []
          var machines = [try await start(0, programs[0]), try await start(1, programs[1])]
          func waitForReviews() async throws {
            do {
              try await forge.waitForReviews(of: Self.pullRequests)
            } catch {
              // Which of the machines did what, and when.
              let logs = try (ended + machines).map { try $0.text }.joined(separator: "\n")
              throw ServedProgram.Failure(description: "\(error)\n\(logs)")
            }
          }
          try await waitForReviews()
          for program in programs { try program.replace(by: way) }
          transcript.note("the programs of both machines are replaced")
          for number in 0...1 {
            for pull in Self.pullRequests { try await forge.pushAgain(pull) }
            transcript.note("\(Self.pullRequests.count) pushes")
            try await forge.wait(for: "a review in progress") { state in
              Self.pullRequests.contains { state.pullRequest($0, of: tiny.fullName)?.verdict == "pending" }
            }
            ended.append(machines[number])
            #expect(try await machines[number].terminate() == 0)
            machines[number] = try await start(number, next[number])
            transcript.note("machine \(number) runs the next program")
            try await waitForReviews()
          }
          let jobs = try await first.waitUntilIdle()
          #expect(jobs.allSatisfy { $0.error == nil }, "\(jobs)")
          for daemon in ended + machines {
            let failures = try daemon.lines.filter {
              ["job failed", "failed to record the end of the job"].contains($0.message)
            }
            let text = try daemon.text
            #expect(failures == [], "\(text)")
          }
          #expect(programs.allSatisfy { !$0.wasOtherStarted })
          #expect(try await forge.waitForReviews(of: Self.pullRequests).allSatisfy { $0.verdict == "success" })
          let reviews = jobs.count { $0.kind == "review" && $0.state == "done" }
          transcript.note("\(reviews) reviews, \(jobs.count) jobs, no failed attempt")
          for machine in machines { #expect(try await machine.terminate() == 0) }
        }
      }
    }
  }
}
