// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
package import SystemPackage

/// The control group of one review. It contains a group for the code under review, which has the limits, and one for
/// reviewbot's own processes that read the output of that code.
package final class ControlGroupLease: Sendable {
  /// The limits that the kernel enforces.
  package let limits: SandboxLimits
  /// The way for processes of the review to enter the group.
  package let entrance: ControlGroupEntrance
  private let group: ControlGroup
  private let lock: ControlGroupLock

  /// The weight for the processor and the disk relative to sibling groups: this process has priority, and reviews have
  /// equal shares.
  private static let weight = 50

  init(in parent: ControlGroup, controllers: Set<String>, limits: SandboxLimits) throws(SandboxError) {
    let group = try parent.makeChild(ControlGroupPool.prefix + UUID().uuidString)
    guard let lock = ControlGroupLock(group) else {
      throw SandboxError("\(group.path) was taken by another process; run the review again")
    }
    do throws(SandboxError) {
      try group.enable(controllers)
      let guest = try group.makeChild("guest")
      let worker = try group.makeChild("worker")
      try Self.limit(guest, controllers, limits.resources)
      for file in ["cpu.weight", "io.weight"] where group.has(file) { try group.write("\(Self.weight)", to: file) }
      entrance = ControlGroupEntrance(guest: guest.path, worker: worker.path)
      var limits = limits
      limits.isMemoryLimitedByKernel = controllers.contains("memory")
      limits.resources.controlGroup = guest.path
      self.limits = limits
    } catch {
      // The first error is more informative than another one about the same group.
      try? group.end()
      throw error
    }
    self.group = group
    self.lock = lock
  }

  /// Ends all remaining processes of the review, and removes the group.
  ///
  /// - Returns: the reason why something remains, which is removed at a later start; `nil` when nothing does.
  package func end() -> String? {
    do {
      try group.end()
      return nil
    } catch {
      return "cannot remove the control group of the review: \(String(systemError: error))"
    }
  }

  private static func limit(
    _ guest: ControlGroup, _ controllers: Set<String>, _ resources: ResourceLimits
  ) throws(SandboxError) {
    if controllers.contains("memory") {
      try guest.write("\(resources.memoryBytes)", to: "memory.max")
      // Otherwise a review uses the host's swap, which slows everything down.
      if guest.has("memory.swap.max") { try guest.write("0", to: "memory.swap.max") }
      // A partly killed build is useless.
      try guest.write("1", to: "memory.oom.group")
    }
    if controllers.contains("pids") { try guest.write("\(resources.tasks)", to: "pids.max") }
  }
}

/// The ownership of a group, released on deinitialization and when the process ends. A group whose lock is free is a
/// leftover.
final class ControlGroupLock: Sendable {
  private let descriptor: Int32

  /// Returns `nil` when another process holds the lock, or has just removed the group.
  init?(_ group: ControlGroup) {
    let descriptor = open(group.path.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, group.has("cgroup.procs") else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  deinit {
    // A child that another thread is starting has the descriptor as well, until it runs its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}

/// The way for the processes of a review to enter its control group.
///
/// A process without write permission for the groups enters one through a file that another process has opened: since
/// Linux 5.16 the kernel checks the permissions of the process that opened it. So a process that enters a sandbox gets
/// an open file, and needs no permission.
package struct ControlGroupEntrance: Hashable, Codable, Sendable {
  /// The group of the code under review, which has the limits.
  package let guest: FilePath
  /// The group of reviewbot's own processes.
  package let worker: FilePath

  /// Moves this process into the group of reviewbot's own processes, which its children inherit.
  ///
  /// - Returns: the open file through which a process enters the group of the code under review. It is
  ///   closed on exec.
  package func enter() throws(SandboxError) -> Int32 {
    try ControlGroup(path: worker).write("0", to: "cgroup.procs")
    return try ControlGroup(path: guest).open("cgroup.procs", O_WRONLY)
  }

  /// The number that ``entering(_:)`` expects the open file to have.
  static let descriptor: Int32 = 3

  private static let script = """
    { echo 0 >&3; } 2>/dev/null || { echo "cannot enter the control group of the review" >&2; exit 126; }
    exec "$@" 3>&-
    """

  /// The command line that enters the group of the code under review and becomes the given one, without the open file.
  static func entering(_ commandLine: [String]) -> [String] { ["/bin/sh", "-c", script, "sh"] + commandLine }
}
