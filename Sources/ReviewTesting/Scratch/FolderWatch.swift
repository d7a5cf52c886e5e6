// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import SystemPackage

/// Tells of files that come into a folder.
package final class FolderWatch: Sendable {
  package struct CannotWatch: Error {}

  private let descriptor: Int32

  package init(_ folder: FilePath) throws {
    descriptor = inotify_init1(Int32(IN_CLOEXEC))
    guard inotify_add_watch(descriptor, folder.string, UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)) >= 0 else {
      close(descriptor)
      throw CannotWatch()
    }
  }

  deinit {
    close(descriptor)
  }

  /// Waits for the next that comes, from the making of this on.
  package func next() async throws {
    try await blocking { [self] in
      // One event has room for the longest name at least.
      var buffer = [UInt8](repeating: 0, count: 4096)
      guard read(descriptor, &buffer, buffer.count) > 0 else { throw CannotWatch() }
    }
  }
}
