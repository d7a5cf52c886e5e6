// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

struct SandboxSearchTests {
  /// Returns the result of a search with the given probe, and the sandboxes that were tried.
  private func found(
    runtime: String?, program: String = "podman",
    probe: @escaping @Sendable (SandboxSettings) -> SandboxProbe.Outcome
  ) async throws -> (outcome: SandboxProbe.Outcome, settings: SandboxSettings?, tries: Int) {
    try await withScratchDirectory { folder in
      let file = try folder.write(program, "")
      chmod(file.string, 0o755)
      let tries = Locked(0)
      let search = SandboxSearch(
        environment: ["PATH": folder.path.string], image: "swift:6.3", runtime: runtime, scratch: folder.path
      ) { settings in
        tries.withLock { $0 += 1 }
        return probe(settings)
      }
      let (outcome, settings) = await search.examine(.container)
      return (outcome, settings, tries.withLock { $0 })
    }
  }

  @Test func `a runtime that cannot make a user namespace is tried again without one`() async throws {
    let found = try await found(runtime: "runsc") { $0.mapsUsers ? .broken(reason: "no namespace") : .works }
    #expect(found.outcome == .works)
    #expect(found.settings?.mapsUsers == false)
    #expect(found.settings?.runtime == "runsc")
    #expect(found.tries == 2)
  }

  @Test func `when both tries of a runtime fail, the reason of the first is reported`() async throws {
    let found = try await found(runtime: "runsc") { .broken(reason: "\($0.mapsUsers)") }
    #expect(found.outcome == .broken(reason: "true"))
  }

  @Test(arguments: [("podman", nil), ("docker", "runsc")])
  func `podman's own runtime and docker are tried once`(program: String, runtime: String?) async throws {
    let found = try await found(runtime: runtime, program: program) { _ in .broken(reason: "it does not start") }
    #expect(found.tries == 1)
  }

  @Test func `a sandbox that leaks is not tried again without a user namespace`() async throws {
    let found = try await found(runtime: "runsc") { _ in .leaks([.beRoot]) }
    #expect(found.outcome == .leaks([.beRoot]))
    #expect(found.tries == 1)
  }

  @Test func `seeing mounts is permitted only in docker containers`() {
    let limits = SandboxLimits(resources: ResourceLimits(tasks: 1, memoryBytes: 1))
    func permitted(_ level: SandboxLevel, _ program: FilePath) -> [EscapeAttempt] {
      let settings = SandboxSettings(level: level, program: program, limits: limits)
      return EscapeAttempt.allCases.filter(settings.permits)
    }
    #expect(permitted(.container, "/usr/bin/docker") == [.seeMounts])
    #expect(permitted(.container, "/usr/bin/podman") == [])
    #expect(permitted(.bwrap, "/usr/bin/bwrap") == [])
  }
}
