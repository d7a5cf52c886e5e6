// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// How much of the machine a child and its descendants may take at once.
///
/// The kernel holds it to memory and tasks where a control group has been made for it. Otherwise they are watched from
/// outside, several times a second, as the disk always is, so that they hold for every user, root included: a child
/// that goes over one is ended a moment later, with everything that it started. What counts is what the child takes,
/// not what others leave of the machine.
package struct ResourceLimits: Hashable, Codable, Sendable {
  /// Processes and their threads.
  package var tasks: Int
  /// Bytes of memory that they hold together; without a control group, what they share counts for each.
  package var memoryBytes: Int
  /// The directory of the control group that the child runs in, which limits its tasks and its memory to those numbers;
  /// `nil` without.
  package var controlGroup: FilePath?
  /// Bytes on the disk of all `folders` together.
  package var diskBytes: Int
  /// Files, folders and links in all `folders` together.
  package var files: Int
  /// The folders that the child can write to.
  package var folders: [FilePath]
  /// Bytes, and files, that have to stay free on the disk of the folders, so that the watch itself can work. When they
  /// do not although the child keeps to its limits, others have filled the disk.
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

/// What the kernel has counted in the control group that a child runs in, since the child began.
///
/// The kernel ends every process of the group when memory runs out, and refuses processes and threads beyond their
/// limit; its counters tell that from an ending of the child's own.
struct ControlGroupWatch: Sendable {
  /// The counters of a control group that this needs. Source: `memory.events` and `pids.events` in
  /// Documentation/admin-guide/cgroup-v2.rst of Linux.
  struct Counters: Hashable, Sendable {
    /// How often the group was at its own limit and no memory could be freed.
    var shortages = 0
    /// How many of its processes were killed for want of memory, the group's or the machine's.
    var kills = 0
    /// How many processes and threads were refused.
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

  /// Begins to count; `nil` when no control group limits the child.
  init?(_ limits: ResourceLimits) {
    guard let group = limits.controlGroup else { return nil }
    self.group = group
    self.limits = limits
    start = Self.counters(of: group)
  }

  /// How the child ends, when it went over a limit; `nil` when it did not. A machine that ran out of memory for another
  /// reason is nothing that the child did.
  var excess: ChildResult.Ending? {
    let now = Self.counters(of: group)
    if now.shortages > start.shortages, now.kills > start.kills { return .tooMuchMemory(bytes: limits.memoryBytes) }
    return now.refusedTasks > start.refusedTasks ? .tooManyTasks(limits.tasks) : nil
  }

  private static func counters(of group: FilePath) -> Counters {
    let texts = ["memory.events", "pids.events"].map { name in
      KernelFile.contents(group.appending(name).string, chunk: 1024).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    return Counters(memory: texts[0], tasks: texts[1])
  }
}
