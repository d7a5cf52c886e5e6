// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import Foundation
import SystemPackage

/// Looks how much a child and its descendants take.
struct ResourceWatch: Sendable {
  /// Between two looks. A look costs a read of two files in /proc for each process of the child: some milliseconds.
  static let interval = Duration.milliseconds(200)
  /// The first look; each next one comes after twice as long, up to the interval.
  static let firstInterval = Duration.milliseconds(50)
  /// How many times as long as a look at the folders took, the next one is waited for: it costs a twentieth of a
  /// processor at most.
  static let rest = 20

  let limits: ResourceLimits
  /// What the kernel says of the group that the child runs in; `nil` when it has none, so that its processes are looked
  /// at.
  let group: ControlGroupWatch?

  /// Returns when a limit is passed, with how that ends the child, or when the task is cancelled.
  func firstExcess(of leader: @Sendable () -> pid_t?) async -> ChildResult.Ending? {
    let clock = ContinuousClock()
    var nextLook = clock.now
    var interval = Self.firstInterval
    while (try? await Task.sleep(for: interval)) != nil {
      interval = min(interval * 2, Self.interval)
      guard let leader = leader() else { continue }
      if let excess = excess(of: leader) { return excess }
      let shortage = shortage
      if shortage != nil || clock.now >= nextLook {
        let start = clock.now
        if let excess = excessOfDirectories { return excess }
        nextLook = clock.now + (clock.now - start) * Self.rest
      }
      // It kept to its limits, so that it was not the one.
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

  /// What the files in the directories take together: also to be asked after the child's end.
  var excessOfDirectories: ChildResult.Ending? {
    let use = DiskUse.measure(limits.folders)
    if use.bytes > limits.diskBytes { return .tooMuchDisk(bytes: limits.diskBytes) }
    return use.files > limits.files ? .tooManyFiles(limits.files) : nil
  }

  /// The disk is about to be full, whichever process filled it.
  private var shortage: ChildResult.Ending? {
    guard let room = limits.folders.first.flatMap({ DiskRoom(of: $0) }) else { return nil }
    if room.bytes < limits.freeBytes { return .diskFull(freeBytes: room.bytes) }
    if let files = room.files, files < limits.freeFiles { return .diskFull(freeBytes: room.bytes) }
    return nil
  }
}

/// What folders take of a disk.
struct DiskUse: Hashable, Sendable {
  /// Of blocks, so that a hole costs nothing.
  var bytes = 0
  /// Files, folders and links.
  var files = 0

  /// - Parameter folders: those that are not there take nothing.
  static func measure(_ folders: [FilePath]) -> DiskUse {
    var bytes: UInt64 = 0
    var files: UInt64 = 0
    for folder in folders { _ = reviewbot_measure_tree(folder.string, &bytes, &files) }
    return DiskUse(bytes: Int(clamping: bytes), files: Int(clamping: files))
  }
}

/// What is left of a disk for everybody.
struct DiskRoom: Hashable, Sendable {
  let bytes: Int
  /// `nil` where the file system does not count them.
  let files: Int?

  /// `nil` when the folder is gone: there is nothing to fill any more.
  init?(of folder: FilePath) {
    var status = statvfs()
    guard statvfs(folder.string, &status) == 0 else { return nil }
    bytes = Int(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    files = status.f_files > 0 ? Int(clamping: status.f_favail) : nil
  }
}
