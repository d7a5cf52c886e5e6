// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Ends this process when the one that started it is gone, however that ended: the answer has no reader, and what this
/// one holds, such as a mirror's lock, would block the next process.
///
/// The kernel can tell a child of its parent's death, but means the thread that started it, and those come and go.
enum ParentWatch {
  private static let interval = 0.5
  private static let variable = "REVIEWBOT_PARENT"

  /// What a child is given besides, so that it knows whose it is although the parent may be gone before it can ask.
  static func environment(_ environment: [String: String]) -> [String: String] {
    environment.merging([variable: "\(getpid())"]) { $1 }
  }

  /// Watches from now on, on a thread of its own.
  static func begin() {
    let parent = ProcessInfo.processInfo.environment[variable].flatMap { pid_t($0) } ?? getppid()
    Thread.detachNewThread {
      while getppid() == parent { Thread.sleep(forTimeInterval: interval) }
      // With everything in its group, when it has one of its own.
      kill(getpgrp() == getpid() ? 0 : getpid(), SIGKILL)
    }
  }
}
