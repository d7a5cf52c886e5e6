// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore
import SystemPackage

/// Keeps other runs out of a mirror while this one fetches. Given back when it goes away, also when the process dies.
struct MirrorLock: ~Copyable {
  private static let pollInterval: UInt32 = 50_000
  private let descriptor: Int32

  /// Waits until nobody else holds the lock.
  init(
    _ path: FilePath, interruption: Interruption, progress: ProgressHandler
  ) throws(WorkspaceError) {
    descriptor = open(path.string, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw systemError("cannot open the lock \(path)") }
    var isWaiting = false
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw systemError("cannot lock \(path)") }
      if !isWaiting { progress(.detail("waiting for another run that fetches the same repository")) }
      isWaiting = true
      try interruption.check()
      usleep(Self.pollInterval)
    }
  }

  deinit {
    close(descriptor)
  }
}
