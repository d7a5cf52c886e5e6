// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ReviewContract

/// Copies build directories, which takes seconds, on a thread of its own.
actor BuildCopier {
  private let executor = BlockingExecutor(label: "reviewbot.build-copier")

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Half a build directory is worse than none: what was copied before a failure is removed.
  func copy(
    _ path: String, in source: ContainedDirectory, to target: ContainedDirectory, as name: String, by copy: TreeCopy
  ) throws {
    do {
      try copy.copy(path, in: source, to: target, as: name)
    } catch {
      try target.remove(name)
      throw error
    }
  }
}
