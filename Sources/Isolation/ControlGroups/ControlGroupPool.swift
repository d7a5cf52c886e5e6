// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
package import SystemPackage

/// Creates a control group for each running review, in a group that was delegated to this process: by systemd
/// (`Delegate=`), or because it is root's.
package struct ControlGroupPool: Sendable {
  /// The directory in which the groups of reviews are.
  package let folder: FilePath
  /// The controllers that are available there: `memory` and `pids`, and `cpu` and `io` where possible.
  package let controllers: Set<String>
  private let group: ControlGroup
  /// The limits of all reviews together, set by this group or one above; `nil` where none is limited.
  private let memoryBytes: Int?
  private let tasks: Int?

  private static let required: Set<String> = ["memory", "pids"]
  private static let useful: Set<String> = ["cpu", "io"]
  /// The group of this process itself: the kernel allows no processes beside groups with controllers.
  private static let processGroupName = "reviewbot"
  static let prefix = "reviewbot-review-"

  /// Uses the nearest group of this process, its own first, in which groups with limits can be created, and removes
  /// leftovers of reviews whose process is gone. It moves this process one group down when it is alone in the group
  /// that it uses.
  ///
  /// - Throws: ``SandboxError`` with the reason why the nearest group cannot be used, when none can.
  package static func ofThisProcess() throws(SandboxError) -> ControlGroupPool {
    let position = try ControlGroupPosition.ofThisProcess()
    var obstacle: SandboxError?
    for (index, group) in position.groups.enumerated() {
      do throws(SandboxError) {
        return try ControlGroupPool(group, above: Array(position.groups[(index + 1)...]))
      } catch {
        obstacle = obstacle ?? error
      }
    }
    throw obstacle ?? SandboxError("this process is in no control group")
  }

  /// - Parameters:
  ///   - above: the ancestors of the group.
  ///   - required: the controllers that the group must have.
  init(
    _ group: ControlGroup, above: [ControlGroup] = [], required: Set<String> = Self.required
  ) throws(SandboxError) {
    let available = Set(group.values("cgroup.controllers"))
    let missing = required.subtracting(available).sorted()
    guard missing.isEmpty else {
      throw SandboxError("\(group.path) does not have the controllers \(missing.joined(separator: " and "))")
    }
    for file in ["", "cgroup.procs", "cgroup.subtree_control"] {
      guard access(group.path.appending(file).string, W_OK) == 0 else {
        throw SandboxError("\(group.path) is not writable: \(String(cString: strerror(errno)))")
      }
    }
    // The root group has no limits of its own, and may have processes beside groups.
    if group.has("cgroup.type") { try Self.leave(group) }
    controllers = required.union(Self.useful.intersection(available))
    try group.enable(controllers)
    self.group = group
    folder = group.path
    memoryBytes = Self.least("memory.max", of: [group] + above)
    // Systemd gives every service a limit.
    tasks = Self.least("pids.max", of: [group] + above)
    removeLeftovers()
  }

  /// The smallest number in the files of this name; `nil` where every file is missing or contains `max`.
  static func least(_ file: String, of groups: [ControlGroup]) -> Int? {
    groups.compactMap { $0.text(file).flatMap { Int($0.split(whereSeparator: \.isWhitespace).first ?? "") } }.min()
  }

  /// Moves this process out of a group in which others are about to be created.
  private static func leave(_ group: ControlGroup) throws(SandboxError) {
    let processes = group.values("cgroup.procs")
    guard !processes.isEmpty else { return }
    guard processes == ["\(getpid())"] else {
      throw SandboxError("there are other processes in \(group.path)")
    }
    let processGroup = ControlGroup(path: group.path.appending(processGroupName))
    if !processGroup.has("cgroup.procs") { _ = try group.makeChild(processGroupName) }
    try processGroup.write("0", to: "cgroup.procs")
  }

  /// Creates a group for a review.
  ///
  /// - Parameters:
  ///   - limits: the limits of the review.
  ///   - reviews: the number of concurrent reviews, which share the limits of the groups above.
  /// - Throws: ``SandboxError`` when none can be created, without leaving anything behind.
  package func lease(_ limits: SandboxLimits, reviews: Int = 1) throws(SandboxError) -> ControlGroupLease {
    var limits = limits
    // Some is reserved for this process.
    let part = { (whole: Int) in whole / 5 * 4 / max(1, reviews) }
    if let memoryBytes { limits.resources.memoryBytes = min(limits.resources.memoryBytes, part(memoryBytes)) }
    if let tasks { limits.resources.tasks = min(limits.resources.tasks, part(tasks)) }
    return try ControlGroupLease(in: group, controllers: controllers, limits: limits)
  }

  /// Removes leftovers. Removal is retried at the next start.
  private func removeLeftovers() {
    for child in group.children where child.path.name.hasPrefix(Self.prefix) {
      guard let lock = ControlGroupLock(child) else { continue }
      withExtendedLifetime(lock) { try? child.end() }
    }
  }
}
