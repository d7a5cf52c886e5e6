// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewCore
package import SystemPackage

/// Where a queue is and how it decides.
package struct ReviewStoreSettings: Sendable {
  /// The SQLite file. It is made, with the folders above it, if it is not there; `FILE-wal`, `FILE-shm` and `FILE.lock` stand beside it.
  package let file: FilePath
  package let policy: QueuePolicy
  package let clock: any QueueClock

  /// How long another program may hold the file, such as one that copies it, before a step fails.
  package var busyLimit: Duration = .seconds(5)

  package init(file: FilePath, policy: QueuePolicy = QueuePolicy(), clock: any QueueClock = SteadyClock()) {
    self.file = file
    self.policy = policy
    self.clock = clock
  }
}
