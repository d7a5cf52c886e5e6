// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

@Suite(.enabled(if: ControlGroups.isUsable, Comment(rawValue: ControlGroups.isMissing)))
struct ControlGroupPoolTests {
  private static func limits(memoryBytes: Int = 1 << 30) -> SandboxLimits {
    SandboxLimits(resources: ResourceLimits(tasks: 100, memoryBytes: memoryBytes))
  }

  /// A pool in a group without controllers, as it exists next to groups of version 1.
  private func pool(in group: ControlGroup) throws -> ControlGroupPool { try ControlGroupPool(group, required: []) }

  @Test func `a lease has a guest and a worker group, which are removed with their processes`() async throws {
    try await withScratchGroup { group in
      let lease = try pool(in: group).lease(Self.limits())
      let guest = ControlGroup(path: lease.entrance.guest)
      let worker = ControlGroup(path: lease.entrance.worker)
      #expect(group.children.flatMap(\.children).sorted { $0.path.string < $1.path.string } == [guest, worker])
      #expect(lease.limits.resources.controlGroup == guest.path)
      let programs = [try guest.sleeper(), try guest.sleeper(), try worker.sleeper()]
      #expect(guest.values("cgroup.procs").count == 2)
      try await blocking { #expect(lease.end() == nil) }
      for program in programs { #expect(try await program.exitStatus() == 128 + SIGKILL) }
      #expect(group.children == [])
    }
  }

  @Test func `memory counts as limited by the kernel only where the group has memory.max`() async throws {
    try await withScratchGroup { group in
      let lease = try pool(in: group).lease(Self.limits())
      let isLimited = ControlGroup(path: lease.entrance.guest).text("memory.max") != nil
      #expect(lease.limits.isMemoryLimitedByKernel == isLimited)
      try await blocking { #expect(lease.end() == nil) }
    }
  }

  @Test func `groups of a dead process are removed, and those of living processes and others are kept`() async throws {
    try await withScratchGroup { group in
      let living = try pool(in: group).lease(Self.limits())
      let leftover = try group.makeChild(ControlGroupPool.prefix + "left")
      let program = try leftover.makeChild("guest").sleeper()
      let other = try group.makeChild("not-ours")
      _ = try await blocking { try pool(in: group) }
      #expect(try await program.exitStatus() == 128 + SIGKILL)
      #expect(!leftover.has("cgroup.procs"))
      #expect(ControlGroup(path: living.entrance.guest).has("cgroup.procs"))
      #expect(other.has("cgroup.procs"))
    }
  }

  @Test func `a group without controllers, with other processes or that does not exist is rejected`() async throws {
    try await withScratchGroup { group in
      let program = try group.sleeper()
      #expect {
        try pool(in: group)
      } throws: {
        "\($0)" == "there are other processes in \(group.path)"
      }
      // The requesting process has not been moved.
      #expect(group.values("cgroup.procs") == ["\(program.process)"])
      #expect(group.children == [])
      #expect {
        try ControlGroupPool(group, required: ["memory", "none", "such"])
      } throws: {
        "\($0)".hasPrefix("\(group.path) does not have the controllers ") && "\($0)".hasSuffix("none and such")
      }
      let missing = ControlGroup(path: group.path.appending("missing"))
      #expect {
        try pool(in: missing)
      } throws: {
        "\($0)" == "\(missing.path) is not writable: No such file or directory"
      }
      // A group is never created twice.
      #expect(throws: SandboxError.self) { try group.makeChild("twice").makeChild("../twice") }
      #expect(throws: SandboxError.self) { try group.write("+none", to: "cgroup.subtree_control") }
    }
  }

  @Test(.enabled(if: !ControlGroups.hasMemoryController, "control groups of version 2 have the memory controller here"))
  func `a pool is not created where control groups of version 2 have no memory controller`() {
    #expect(throws: SandboxError.self) { try ControlGroupPool.ofThisProcess() }
  }
}
