// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import AssemblyKit
import JobQueue
import ReviewContract
import ReviewTesting
import SystemPackage

extension ScratchDirectory {
  /// A queue as the daemon has it, in a file of this folder.
  func storedQueue() throws -> any ReviewQueue {
    var resolver = Registry([JobQueueAssembly()]).resolver()
    return try resolver(.reviewQueue)(JobQueueSettings(file: path.appending("queue.db")))
  }
}
