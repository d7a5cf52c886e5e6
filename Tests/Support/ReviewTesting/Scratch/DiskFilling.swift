// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import SystemPackage

/// A file that fills the free space of a small disk.
package struct DiskFilling {
  private let path: FilePath

  /// Writes until the disk is full.
  ///
  /// - Throws: `Errno` when the file cannot be written for another reason.
  package init(of folder: FilePath) throws {
    path = folder.appending("filling")
    let file = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
    defer { try? file.close() }
    for size in [1 << 20, 4096] {
      let bytes = [UInt8](repeating: 1, count: size)
      do {
        while true { _ = try file.writeAll(bytes) }
      } catch let error as Errno where error == .noSpace {
        continue
      }
    }
  }

  /// Frees the space.
  ///
  /// The file is emptied first: a child of another test, between fork and exec, may still have a descriptor of it, and
  /// a file that is only removed occupies its space until that is closed.
  package func remove() throws {
    guard truncate(path.string, 0) == 0, unlink(path.string) == 0 else { throw Errno(rawValue: errno) }
  }
}
