// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import Foundation
package import SystemPackage

/// Reads files below a folder whose content is hostile.
///
/// The kernel is asked to stay below the folder and to follow no symbolic link (`openat2`), only regular files are
/// opened, and no more than a limit is read.
package struct ContainedFolder: Sendable {
  package enum Failure: Error, Hashable, Sendable {
    case missing
    /// A symbolic link, a device, a pipe, a folder.
    case notARegularFile
    case tooLarge(limit: Int)
    case unreadable(errno: Int32)
  }

  package let root: FilePath

  package init(_ root: FilePath) {
    self.root = root
  }

  /// The bytes of the file at `path`, which is taken from the folder.
  package func bytes(at path: String, limit: Int) throws(Failure) -> [UInt8] {
    let descriptor = reviewbot_open_beneath(root.string, path)
    guard descriptor >= 0 else {
      switch -descriptor {
      case ENOENT, ENOTDIR: throw .missing
      case ELOOP, EXDEV: throw .notARegularFile
      default: throw .unreadable(errno: -descriptor)
      }
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notARegularFile }
    guard Int(status.st_size) <= limit else { throw .tooLarge(limit: limit) }
    // One byte more than the file has, to notice that it grew.
    var buffer = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
    var filled = 0
    while filled < buffer.count {
      let count = buffer.withUnsafeMutableBytes { memory in
        read(descriptor, memory.baseAddress?.advanced(by: filled), memory.count - filled)
      }
      if count < 0 { throw .unreadable(errno: errno) }
      if count == 0 { break }
      filled += count
    }
    buffer.removeLast(buffer.count - filled)
    return buffer
  }

  /// The text of the file at `path`; bytes that are not UTF-8 become U+FFFD.
  package func text(at path: String, limit: Int) throws(Failure) -> String {
    String(decoding: try bytes(at: path, limit: limit), as: UTF8.self)
  }
}
