// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// The resources of the host that a child and its descendants may use at once.
///
/// The kernel enforces the limits of memory and tasks where a control group has been made for it. Otherwise they are
/// watched from outside, several times a second, as the disk always is, so that they apply to every user, root
/// included: a child that exceeds one is ended a moment later, with everything that it started. Only the child's use
/// counts, not what others leave of the host.
package struct ResourceLimits: Hashable, Codable, Sendable {
  /// Processes and their threads.
  package var tasks: Int
  /// Bytes of memory that they use together; without a control group, shared memory counts for each process.
  package var memoryBytes: Int
  /// The directory of the child's control group, which enforces the limits of tasks and memory; `nil` without one.
  package var controlGroup: FilePath?
  /// Bytes on the disk of all `folders` together.
  package var diskBytes: Int
  /// Files, folders and links in all `folders` together.
  package var files: Int
  /// The folders that the child can write to.
  package var folders: [FilePath]
  /// Bytes, and files, that have to stay free on the disk of the folders, so that the watch itself can work. When they
  /// do not although the child stays within its limits, other processes have filled the disk.
  package var freeBytes: Int
  package var freeFiles: Int

  package init(
    tasks: Int, memoryBytes: Int, diskBytes: Int = .max, files: Int = .max, folders: [FilePath] = [],
    freeBytes: Int = 0, freeFiles: Int = 0, controlGroup: FilePath? = nil
  ) {
    self.tasks = tasks
    self.memoryBytes = memoryBytes
    self.diskBytes = diskBytes
    self.files = files
    self.folders = folders
    self.freeBytes = freeBytes
    self.freeFiles = freeFiles
    self.controlGroup = controlGroup
  }
}

/// The kernel's counters of a child's control group since the start of the child.
///
/// The kernel ends every process of the group when memory runs out, and refuses processes and threads beyond their
/// limit; the counters distinguish that from other endings of the child.
struct ControlGroupWatch: Sendable {
  /// The counters that the watch needs. Source: `memory.events` and `pids.events` in
  /// Documentation/admin-guide/cgroup-v2.rst of Linux.
  struct Counters: Hashable, Sendable {
    /// The number of times the group was at its own limit and no memory could be freed.
    var shortages = 0
    /// The number of its processes that were killed for lack of memory, of the group or of the host.
    var kills = 0
    /// The number of processes and threads that were refused.
    var refusedTasks = 0

    /// - Parameters:
    ///   - memory: the text of `memory.events`.
    ///   - tasks: the text of `pids.events`.
    init(memory: String, tasks: String) {
      shortages = Self.value("oom", in: memory)
      kills = Self.value("oom_kill", in: memory)
      refusedTasks = Self.value("max", in: tasks)
    }

    private static func value(_ name: String, in text: String) -> Int {
      let line = text.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
      return line.flatMap { Int($0.dropFirst(name.utf8.count + 1)) } ?? 0
    }
  }

  private let group: FilePath
  private let limits: ResourceLimits
  private let start: Counters

  /// Starts to count; `nil` when no control group limits the child.
  init?(_ limits: ResourceLimits) {
    guard let group = limits.controlGroup else { return nil }
    self.group = group
    self.limits = limits
    start = Self.counters(of: group)
  }

  /// The ending of a child that exceeded a limit; `nil` when it did not. A host that ran out of memory for another
  /// reason is not counted as the child's excess.
  var excess: ChildResult.Ending? {
    let now = Self.counters(of: group)
    if now.shortages > start.shortages, now.kills > start.kills { return .tooMuchMemory(bytes: limits.memoryBytes) }
    return now.refusedTasks > start.refusedTasks ? .tooManyTasks(limits.tasks) : nil
  }

  private static func counters(of group: FilePath) -> Counters {
    let texts = ["memory.events", "pids.events"].map { name in
      KernelFile.text(group.appending(name).string, chunk: 1024) ?? ""
    }
    return Counters(memory: texts[0], tasks: texts[1])
  }
}
