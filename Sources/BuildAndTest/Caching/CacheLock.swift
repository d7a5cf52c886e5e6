// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// Keeps a kept build in its place while it is copied, also from other processes. Given back when it goes away, also when
/// the process dies.
struct CacheLock: ~Copyable {
  enum Kind {
    /// Others may copy as well.
    case shared
    /// Nobody else may do anything.
    case exclusive
  }

  /// Copying takes seconds; who waits longer does without.
  private static let patience = Duration.seconds(120)

  private let descriptor: Int32

  init(_ path: FilePath, _ kind: Kind) async throws {
    descriptor = open(path.string, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw CacheFailure("\(path) cannot be opened: \(String(cString: strerror(errno)))") }
    let clock = ContinuousClock()
    let deadline = clock.now + Self.patience
    while flock(descriptor, (kind == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
      guard clock.now < deadline, !Task.isCancelled else { throw CacheFailure("\(path) is held by another run") }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  deinit { close(descriptor) }
}
