// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// Keeps a kept build in its place while it is copied, also from other processes. Given back when it goes away, also when
/// the process dies.
struct CacheLock: ~Copyable {
  /// Copying takes seconds; who waits longer does without.
  private static let patience = Duration.seconds(120)

  private let descriptor: Int32

  /// Others may copy as well; who copies cannot write to the folder. `nil` when there is no such file, because nothing was kept.
  init?(shared path: FilePath) async throws {
    descriptor = open(path.string, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 || errno != ENOENT else { return nil }
    try await lock(LOCK_SH, path)
  }

  /// Nobody else may do anything.
  init(exclusive path: FilePath) async throws {
    descriptor = open(path.string, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    try await lock(LOCK_EX, path)
  }

  private func lock(_ kind: Int32, _ path: FilePath) async throws {
    guard descriptor >= 0 else { throw CacheFailure("\(path) cannot be opened: \(String(cString: strerror(errno)))") }
    let clock = ContinuousClock()
    let deadline = clock.now + Self.patience
    while flock(descriptor, kind | LOCK_NB) != 0 {
      guard clock.now < deadline, !Task.isCancelled else { throw CacheFailure("\(path) is held by another run") }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  deinit {
    guard descriptor >= 0 else { return }
    // A child that another thread is starting has the descriptor as well, until it runs its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
