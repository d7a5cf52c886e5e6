// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// Looks how much a child and its descendants take.
struct ResourceWatch: Sendable {
  /// Between two looks. A look costs a read of two files in /proc for each process of the child: some milliseconds.
  static let interval = Duration.milliseconds(200)

  let limits: ResourceLimits

  /// Returns when a limit is passed, with how that ends the child, or when the task is cancelled.
  func firstExcess(of leader: @Sendable () -> pid_t?) async -> ChildResult.Ending? {
    while (try? await Task.sleep(for: Self.interval)) != nil {
      if let leader = leader(), let excess = excess(of: leader) { return excess }
    }
    return nil
  }

  private func excess(of leader: pid_t) -> ChildResult.Ending? {
    if let free = freeBytes, free < limits.freeBytes { return .diskFull(free: free, needed: limits.freeBytes) }
    let processes = ProcessTable.descendants(of: [leader] + Orphans.adopted())
    if processes.reduce(0, { $0 + $1.threads }) > limits.tasks { return .tooManyTasks(limits.tasks) }
    let memory = processes.reduce(0) { $0 + $1.residentBytes }
    return memory > limits.memoryBytes ? .tooMuchMemory(bytes: limits.memoryBytes) : nil
  }

  /// `nil` when the folder is gone: there is nothing to fill any more.
  private var freeBytes: Int? {
    var status = statvfs()
    guard statvfs(limits.folder.string, &status) == 0 else { return nil }
    return Int(status.f_bavail) * Int(status.f_frsize)
  }
}
