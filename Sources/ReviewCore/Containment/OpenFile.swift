// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import SystemPackage

/// A regular file that is open for reading, and closed when this goes away.
package struct OpenFile: ~Copyable, Sendable {
  package let descriptor: Int32
  /// In bytes, when it was opened.
  package let size: Int

  /// Opens a file by a path that nothing hostile can change, such as one that the caller named; links are followed.
  package init(named path: FilePath) throws(ContainedDirectory.Failure) {
    // Without waiting for a writer when it is a pipe.
    let descriptor = open(path.string, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw errno == ENOENT ? .missing : .failed(errno: errno) }
    try self.init(adopting: descriptor)
  }

  init(adopting descriptor: Int32) throws(ContainedDirectory.Failure) {
    var status = stat()
    let failure: ContainedDirectory.Failure? =
      if fstat(descriptor, &status) != 0 {
        .failed(errno: errno)
      } else if status.st_mode & S_IFMT != S_IFREG {
        .notARegularFile
      } else {
        nil
      }
    if let failure {
      close(descriptor)
      throw failure
    }
    self.descriptor = descriptor
    size = Int(status.st_size)
  }

  deinit {
    close(descriptor)
  }
}
