// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import Foundation
import SystemPackage

/// Checks the resources that a child and its descendants use.
struct ResourceWatch: Sendable {
  /// The time between two checks. A check costs a read of two files in /proc for each process of the child: some
  /// milliseconds.
  static let interval = Duration.milliseconds(200)
  /// The time before the first check, which doubles for each next one, up to the interval.
  static let firstInterval = Duration.milliseconds(50)
  /// The wait between checks of the folders, as a multiple of the duration of the last one, so that they cost a
  /// twentieth of a processor at most.
  static let rest = 20

  let limits: ResourceLimits
  /// The kernel's counters of the child's control group; `nil` without one, in which case its processes are checked.
  let group: ControlGroupWatch?

  /// Returns the ending of the child when a limit is exceeded, or `nil` when the task is cancelled.
  func firstExcess(of leader: @Sendable () -> pid_t?) async -> ChildResult.Ending? {
    let clock = ContinuousClock()
    var nextCheck = clock.now
    var interval = Self.firstInterval
    while (try? await Task.sleep(for: interval)) != nil {
      interval = min(interval * 2, Self.interval)
      guard let leader = leader() else { continue }
      if let excess = excess(of: leader) { return excess }
      let shortage = shortage
      if shortage != nil || clock.now >= nextCheck {
        let start = clock.now
        if let excess = excessOfDirectories { return excess }
        nextCheck = clock.now + (clock.now - start) * Self.rest
      }
      // The child stayed within its limits, so it did not fill the disk.
      if let shortage { return shortage }
    }
    return nil
  }

  private func excess(of leader: pid_t) -> ChildResult.Ending? {
    if let group { return group.excess }
    let processes = ProcessTable.descendants(of: [leader] + Orphans.adopted())
    if processes.reduce(0, { $0 + $1.threads }) > limits.tasks { return .tooManyTasks(limits.tasks) }
    let memory = processes.reduce(0) { $0 + $1.residentBytes }
    return memory > limits.memoryBytes ? .tooMuchMemory(bytes: limits.memoryBytes) : nil
  }

  /// The exceeded limit of the files in the folders; also checked after the child's end.
  var excessOfDirectories: ChildResult.Ending? {
    let use = DiskUse.measure(limits.folders)
    if use.bytes > limits.diskBytes { return .tooMuchDisk(bytes: limits.diskBytes) }
    return use.files > limits.files ? .tooManyFiles(limits.files) : nil
  }

  /// The ending when the disk is almost full, whichever process filled it.
  private var shortage: ChildResult.Ending? {
    guard let room = limits.folders.first.flatMap({ DiskRoom(of: $0) }) else { return nil }
    if room.bytes < limits.freeBytes { return .diskFull(freeBytes: room.bytes) }
    if let files = room.files, files < limits.freeFiles { return .diskFull(freeBytes: room.bytes) }
    return nil
  }
}

/// The disk usage of folders.
struct DiskUse: Hashable, Sendable {
  /// Bytes of allocated blocks, so that holes do not count.
  var bytes = 0
  /// Files, folders and links.
  var files = 0

  /// - Parameter folders: missing folders have no usage.
  static func measure(_ folders: [FilePath]) -> DiskUse {
    var bytes: UInt64 = 0
    var files: UInt64 = 0
    for folder in folders { _ = reviewbot_measure_tree(folder.string, &bytes, &files) }
    return DiskUse(bytes: Int(clamping: bytes), files: Int(clamping: files))
  }
}

/// The free space of a disk.
struct DiskRoom: Hashable, Sendable {
  let bytes: Int
  /// `nil` where the file system does not count them.
  let files: Int?

  /// Returns `nil` when the folder is gone and cannot be filled any more.
  init?(of folder: FilePath) {
    var status = statvfs()
    guard statvfs(folder.string, &status) == 0 else { return nil }
    bytes = Int(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    files = status.f_files > 0 ? Int(clamping: status.f_favail) : nil
  }
}
