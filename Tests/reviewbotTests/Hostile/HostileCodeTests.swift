// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// All attacks by the code of a package that a review runs: its manifest, a plugin, a tool, a macro, a constructor
  /// and tests.
  @Suite(.enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)))
  struct HostileCodeTests {
    @Test(arguments: HostileAttempts.all)
    func `a hostile attempt fails wherever the package runs code`(attempt: HostileAttempts.Attempt) async throws {
      for place in try await HostileRun.packaged.value.places {
        #expect(!place.worked.contains(attempt.name), "in its \(place.name)")
      }
    }

    @Test func `code under review has no effect outside the sandbox`() async throws {
      let run = try await HostileRun.packaged.value
      try check(run, by: HostilePackage.attackers)
      #expect(!run.checked.outcome.errors.contains("command: "))
    }

    @Test(
      .enabled(if: OrdinaryUser.isMissing == nil, Comment(rawValue: OrdinaryUser.isMissing ?? "")),
      arguments: HostileAttempts.all)
    func `a hostile attempt fails in a review by an unprivileged user`(attempt: HostileAttempts.Attempt) async throws {
      for place in try await ordinaryRun.places {
        #expect(!place.worked.contains(attempt.name), "in its \(place.name)")
      }
    }

    @Test(.enabled(if: OrdinaryUser.isMissing == nil, Comment(rawValue: OrdinaryUser.isMissing ?? "")))
    func `code reviewed by an unprivileged user has no effect outside the sandbox`() async throws {
      let run = try await ordinaryRun
      try check(run, by: Soak.isLong ? HostilePackage.attackers : ["manifest"])
    }

    private var ordinaryRun: HostileRun {
      get async throws {
        try await (Soak.isLong ? HostileRun.packagedOrdinary : HostileRun.manifestOrdinary).value
      }
    }

    /// Expects that every attempt was made in each place, without an effect outside.
    private func check(_ run: HostileRun, by attackers: [String]) throws {
      let report = try #require(run.checked.report, "\(run.checked.outcome.errors)")
      #expect(report.runs.first.map(\.outcome) != .passed, "\(report.reasons)")
      #expect(Set(run.places.map(\.name)) == Set(attackers), "\(run.said)")
      for place in run.places {
        #expect(place.tried == HostileAttempts.all.count, "\(place.name)")
        #expect(place.worked.isEmpty, "\(place.name): \(place.worked)")
      }
      if attackers.count > 1 {
        for name in attackers {
          #expect(run.said.contains { $0.hasSuffix("\(name): started a process, gained 0 []") }, "\(name): \(run.said)")
        }
      }
      #expect(run.traces == [])
      #expect(run.connections == 0)
      #expect(run.isProcessAlive)
      #expect(run.survivors == [])
      #expect(run.setUserIDFiles == [])
      #expect(!run.changedKernel)
      #expect(run.checked.leftover == [])
    }

    /// Otherwise the tests above would prove nothing.
    @Test func `the same attacks succeed without a sandbox`() async throws {
      try await withScratchDirectory { folder in
        let outside = try Outside(in: folder)
        let gains = outside.attack.gains()
        for name in Attack.secrets { #expect(gains.contains("read \(folder.path)/\(name)")) }
        #expect(gains.contains("is root of the machine") == (geteuid() == 0))
        for sign in [
          "left a set-user-ID file", "sees what is mounted",
          "wrote to \(folder.path)", "connected to port", "connected to a socket's file",
          "connected to a socket's name",
          "ended process",
        ] { #expect(gains.contains { $0.hasPrefix(sign) }, "\(sign)") }
        #expect(outside.connections == 3)
        #expect(outside.traces().contains { $0.hasPrefix("taken-") })
      }
    }

    @Test func `the same attempts succeed without a sandbox`() async throws {
      try await withScratchDirectory { folder in
        let outside = try Outside(in: folder)
        try folder.write("home/lock", "")
        let attempts = HostileAttempts(attack: outside.attack, state: folder.path.appending("home").string)
        for (name, text) in attempts.files(in: "attempts") { try folder.write(name, text ?? "") }
        let script = """
          cc -w -o program attempts/*.c Program/main.c -I attempts/include && exec ./program outside worked
          """
        _ = try await blocking {
          try FinishedCommand.output(
            of: ["/bin/sh", "-c", script],
            environment: [
              "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path.string,
              "TMPDIR": folder.path.string, "GITHUB_TOKEN": Outside.word,
            ], in: folder.path)
        }
        let worked = try folder.text("worked")
        for attempt in HostileAttempts.all {
          let works = worked.contains("attempts outside worked: \(attempt.name)\n")
          switch attempt.worksOutside {
          case .always: #expect(works, "\(attempt.name)")
          // Root in a container is not permitted to do all of it.
          case .asRoot where SmallDisk.isPossible: #expect(works, "\(attempt.name)")
          default: break
          }
        }
      }
    }
  }
}
