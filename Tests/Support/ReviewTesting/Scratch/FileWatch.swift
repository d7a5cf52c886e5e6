// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import SystemPackage

/// Waits for changes by other processes: an inotify watch on files and directories.
package final class FileWatch: Sendable {
  package struct CannotWatch: Error {
    package let path: FilePath
  }

  package struct TimedOut: Error {}

  /// Milliseconds without any change; only a test that fails waits so long.
  private static let limit: Int32 = 300_000
  private static let events = IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE

  private let descriptor: Int32

  /// Starts the watch; earlier changes do not count.
  package init(_ paths: FilePath...) throws {
    descriptor = inotify_init1(Int32(IN_CLOEXEC))
    for path in paths where inotify_add_watch(descriptor, path.string, UInt32(Self.events)) < 0 {
      close(descriptor)
      throw CannotWatch(path: path)
    }
  }

  deinit { close(descriptor) }

  /// Waits until a condition holds, which is evaluated now and after each change.
  ///
  /// - Throws: the error of the condition, and ``TimedOut`` when nothing changes for five minutes.
  package func wait(until condition: () async throws -> Bool) async throws {
    while try await !condition() {
      try Task.checkCancellation()
      try await blocking { [self] in try next() }
    }
  }

  /// Waits for the next changes, and reads all of them.
  private func next() throws {
    var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&place, 1, Self.limit) > 0 else { throw TimedOut() }
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    _ = read(descriptor, &buffer, buffer.count)
  }
}
