// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
package import SystemPackage

/// A file that the caller names on the command line: a regular one, or a pipe such as `<(command)` and `/dev/stdin`.
package enum NamedFile {
  /// Reads the bytes up to the end.
  ///
  /// - Parameter limit: in bytes; of a longer file, one byte more than that is returned.
  package static func bytes(of file: String, limit: Int) throws(Errno) -> [UInt8] {
    let descriptor: FileDescriptor
    do {
      descriptor = try FileDescriptor.open(FilePath(file), .readOnly, options: .closeOnExec)
    } catch {
      throw Errno(causing: error) ?? .ioError
    }
    defer { try? descriptor.close() }
    return try descriptor.bytes(limit: limit)
  }
}

extension FileDescriptor {
  /// Reads the bytes up to the end.
  ///
  /// - Parameter limit: in bytes; of a longer file, one byte more than that is returned.
  func bytes(limit: Int) throws(Errno) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    var filled = 0
    while filled < bytes.count {
      let count: Int
      do {
        count = try bytes.withUnsafeMutableBytes {
          try read(into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
        }
      } catch {
        throw Errno(causing: error) ?? .ioError
      }
      if count == 0 { break }
      filled += count
    }
    return Array(bytes.prefix(filled))
  }
}
