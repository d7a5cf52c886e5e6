// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore
import SystemPackage

/// A report as bytes that the kernel reads when they are looked at: a large one takes no memory of ours.
///
/// A file that is made shorter meanwhile would end the process, so nothing that may still be running may write to it.
enum MappedFile {
  /// Reports over this size are refused; the largest known are 300 MB.
  static let maximumBytes = 4 << 30

  /// - Throws: ``CoverageError`` with `unreadable`, `tooLarge` or `malformed` for an empty file; or what the body throws.
  static func withBytes<Result>(
    of file: FilePath, _ body: (UnsafeBufferPointer<UInt8>) throws(CoverageError) -> Result
  ) throws(CoverageError) -> Result {
    // Without waiting for somebody to write into a pipe.
    let descriptor = open(file.string, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw unreadable(file, errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable(file, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw CoverageError(.unreadable, "the coverage report \(file) is not a regular file", remedy: "name a file")
    }
    let count = Int(status.st_size)
    guard count <= maximumBytes else {
      throw CoverageError(
        .tooLarge, "the coverage report \(file) has \(count >> 20) MiB, more than \(maximumBytes >> 20)",
        remedy: "export fewer files, or with -skip-functions")
    }
    guard count > 0 else {
      throw CoverageError(
        .malformed, "the coverage report \(file) is empty", remedy: "look at what the command printed that made it")
    }
    guard let memory = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), memory != MAP_FAILED else {
      throw unreadable(file, errno)
    }
    defer { munmap(memory, count) }
    // Advice only.
    madvise(memory, count, MADV_SEQUENTIAL)
    return try body(UnsafeBufferPointer(start: memory.assumingMemoryBound(to: UInt8.self), count: count))
  }

  private static func unreadable(_ file: FilePath, _ code: Int32) -> CoverageError {
    CoverageError(
      .unreadable, "the coverage report \(file) cannot be read", remedy: "check the path and its permissions",
      underlying: String(cString: strerror(code)))
  }
}
