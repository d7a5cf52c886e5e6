// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import SystemPackage

/// Keeps other runs, in this process and in others, from what this one does with a mirror. Given back when it goes away,
/// also when the process dies.
struct MirrorLock: ~Copyable {
  enum Kind {
    /// Many at once; keeps those out who want it for themselves.
    case shared
    case exclusive
  }

  private static let pollInterval: UInt32 = 50_000
  private let descriptor: Int32

  /// Waits until nobody is in the way.
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

  /// Fails when somebody is in the way.
  init?(ifFree path: FilePath) throws(WorkspaceError) {
    guard let descriptor = try Self.lock(path, .exclusive) else { return nil }
    self.descriptor = descriptor
  }

  deinit {
    // A child that another thread is starting has the descriptor as well, until it runs its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Notes that the file was used now.
  borrowing func touch() {
    // A mirror whose time cannot be noted is only removed earlier than others.
    futimens(descriptor, nil)
  }

  /// - Returns: `nil` when somebody is in the way.
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
    // Whoever removes a mirror removes its locks as well: then this one is nobody's any more.
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
