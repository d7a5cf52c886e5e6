// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Foundation
import ReviewContract
import SystemPackage

/// A report as a memory-mapped file: a large one does not use up the memory of the process.
///
/// Truncating the file would end the process, so no process that may still be running can have write access to it.
enum MappedFile {
  /// The maximum size of a report, in bytes; the largest known are 300 MB.
  static let maximumBytes = 4 << 30

  /// - Parameter name: the file's name in messages.
  /// - Throws: ``CoverageError`` with `unreadable`, `tooLarge` or `malformed` for an empty file; or the error of the
  ///   body.
  static func withBytes<Result>(
    of file: borrowing OpenFile, named name: FilePath,
    _ body: (UnsafeBufferPointer<UInt8>) throws(CoverageError) -> Result
  ) throws(CoverageError) -> Result {
    let count = file.size
    guard count <= maximumBytes else {
      throw CoverageError(
        .tooLarge, "the coverage report \(name) has \(count >> 20) MiB, more than \(maximumBytes >> 20)",
        remedy: "export fewer files, or with -skip-functions")
    }
    guard count > 0 else {
      throw CoverageError(
        .malformed, "the coverage report \(name) is empty", remedy: "check the output of the command that created it")
    }
    guard let memory = mmap(nil, count, PROT_READ, MAP_PRIVATE, file.descriptor, 0), memory != MAP_FAILED else {
      throw unreadable(name, String(cString: strerror(errno)))
    }
    defer { munmap(memory, count) }
    // Advice only.
    madvise(memory, count, MADV_SEQUENTIAL)
    return try body(UnsafeBufferPointer(start: memory.assumingMemoryBound(to: UInt8.self), count: count))
  }

  static func unreadable(_ name: FilePath, _ reason: String) -> CoverageError {
    CoverageError(
      .unreadable, "cannot read the coverage report \(name)", remedy: "check the path and its permissions",
      underlying: reason)
  }
}
