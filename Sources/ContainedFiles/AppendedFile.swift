// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import Foundation
import SystemPackage

/// A regular file of reviewbot's own that is appended to, and read in pieces.
package final class AppendedFile {
  private let descriptor: Int32
  /// The size of the file, in bytes.
  package private(set) var end: Int

  /// Opens the file, and creates it if it is missing.
  package init(_ name: String, in directory: ContainedDirectory) throws(ContainedDirectory.Failure) {
    let place = try Place(of: name, in: directory)
    descriptor = openat(place.directory, place.name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .failed(errno: errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .failed(errno: errno) }
    end = Int(status.st_size)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  package func append(_ bytes: [UInt8]) throws(ContainedDirectory.Failure) {
    do {
      end += try FileDescriptor(rawValue: descriptor).writeAll(toAbsoluteOffset: Int64(end), bytes)
    } catch {
      throw .failed(errno: (error as? Errno ?? .ioError).rawValue)
    }
  }

  /// Reads a part of the file.
  package func bytes(in range: Range<Int>) throws(ContainedDirectory.Failure) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: range.count)
    var filled = 0
    while filled < buffer.count {
      let count = buffer.withUnsafeMutableBytes { memory in
        pread(descriptor, memory.baseAddress?.advanced(by: filled), memory.count - filled, range.lowerBound + filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .failed(errno: count < 0 ? errno : EIO) }
      filled += count
    }
    return buffer
  }
}
