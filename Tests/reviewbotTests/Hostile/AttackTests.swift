// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  @Suite(.enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)))
  struct AttackTests {
    private static let secrets = ["GITHUB_TOKEN": Outside.word, "REVIEWBOT_TOKEN": Outside.word]

    @Test func `code under review gains nothing, wherever it runs`() async throws {
      try await withScratchFolder { folder in
        let outside = try Outside(in: folder)
        let (repository, program) = try await KeptBase.change(HostilePackage(attack: outside.attack).files, in: folder)
        let path = "\(ProcessInfo.processInfo.environment["PATH"] ?? ""):\(outside.attack.outside)"
        let checked = try await Checked(
          repository, by: program, ["--sandbox", "bwrap", "--verbose"],
          environment: Self.secrets.merging(["PATH": path]) { $1 })
        let run = try #require(checked.report?.runs.first, "\(checked.outcome.errors)")
        #expect(run.outcome == .testsFailed, "\(run.reason)\n\(run.logTail)")
        let said = run.failures.first { $0.name == "says()" }?.message.split(separator: "\n").map(String.init) ?? []
        for name in HostilePackage.attackers {
          #expect(said.contains { $0.hasSuffix("\(name): started a process, gained 0 []") }, "\(name): \(said)")
        }
        #expect(!checked.outcome.errors.contains("command: "))
        #expect(outside.traces() == [])
        #expect(outside.connections == 0)
        #expect(outside.isProcessAlive)
        #expect(try await Outside.survivors(sleeping: outside.attack.seconds) == [])
      }
    }

    /// Otherwise the test above would prove nothing.
    @Test func `the same attack gains all of it where nothing is in its way`() async throws {
      try await withScratchFolder { folder in
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
  }
}
