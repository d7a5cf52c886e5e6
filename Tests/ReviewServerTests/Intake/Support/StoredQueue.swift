// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewTesting
import SystemPackage

extension ScratchDirectory {
  /// A queue in a file of this folder, like the daemon's.
  func storedQueue() throws -> any ReviewQueue {
    try JobQueueAssembly().queue(JobQueueSettings(file: path.appending("queue.db")))
  }
}
