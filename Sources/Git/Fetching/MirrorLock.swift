// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import SystemPackage

/// A lock of a mirror against other runs, in this process and in others. Released when the value is destroyed, or when
/// the process dies.
struct MirrorLock: ~Copyable {
  enum Kind {
    /// Allows many holders at once; excludes exclusive ones.
    case shared
    case exclusive
  }

  private static let pollInterval: UInt32 = 50_000
  private let descriptor: Int32

  /// Waits until the lock is free.
  init(
    _ path: FilePath, _ kind: Kind = .exclusive, interruption: Interruption, progress: ProgressHandler
  ) throws(WorkspaceError) {
    var isWaiting = false
    while true {
      if let descriptor = try Self.lock(path, kind) {
        self.descriptor = descriptor
        return
      }
      if !isWaiting { progress(.detail("waiting for another run that uses the same repository")) }
      isWaiting = true
      try interruption.check()
      usleep(Self.pollInterval)
    }
  }

  /// Takes the lock without waiting; `nil` when it is held.
  init?(ifFree path: FilePath) throws(WorkspaceError) {
    guard let descriptor = try Self.lock(path, .exclusive) else { return nil }
    self.descriptor = descriptor
  }

  deinit {
    // A child that another thread is starting has a copy of the descriptor, until it runs its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Updates the modification time of the file.
  borrowing func touch() {
    // A mirror whose time cannot be updated is only removed earlier than others.
    futimens(descriptor, nil)
  }

  /// - Returns: `nil` when the lock is held.
  private static func lock(_ path: FilePath, _ kind: Kind) throws(WorkspaceError) -> Int32? {
    let descriptor = open(path.string, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw systemError("cannot open the lock \(path)") }
    while flock(descriptor, (kind == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
      let number = errno
      if number == EINTR { continue }
      close(descriptor)
      guard number == EWOULDBLOCK else { throw systemError("cannot lock \(path)", number: number) }
      return nil
    }
    // Removing a mirror removes its lock files as well: then this descriptor has locked a deleted file.
    if isFile(descriptor, at: path) { return descriptor }
    close(descriptor)
    return nil
  }

  private static func isFile(_ descriptor: Int32, at path: FilePath) -> Bool {
    var (mine, there) = (stat(), stat())
    guard fstat(descriptor, &mine) == 0, stat(path.string, &there) == 0 else { return false }
    return mine.st_ino == there.st_ino && mine.st_dev == there.st_dev
  }
}
