// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import Foundation
import SystemPackage

/// A file in memory, for a child's stream: it needs no concurrent reader or writer, and no inode on the disk.
final class UnnamedFile {
  let descriptor: FileDescriptor

  private static let create = reviewbot_system_call_number("memfd_create")
  /// `MFD_CLOEXEC` of memfd_create(2).
  private static let closeOnExec: UInt64 = 1

  /// - Parameter data: the contents, read from the start.
  init(_ data: Data = Data()) throws {
    let number = "printed".withCString { name in
      reviewbot_system_call(Self.create, [UInt64(UInt(bitPattern: name)), Self.closeOnExec, 0, 0, 0, 0])
    }
    guard number >= 0 else { throw Errno(rawValue: errno) }
    descriptor = FileDescriptor(rawValue: CInt(number))
    if !data.isEmpty { try descriptor.writeAll(toAbsoluteOffset: 0, data) }
  }

  deinit { close(descriptor.rawValue) }

  func data() throws -> Data {
    var data = Data()
    var chunk = Array(repeating: UInt8(0), count: 1 << 16)
    while true {
      let count = try chunk.withUnsafeMutableBytes {
        try descriptor.read(fromAbsoluteOffset: Int64(data.count), into: $0)
      }
      if count == 0 { return data }
      data += chunk.prefix(count)
    }
  }

  func text() throws -> String { String(decoding: try data(), as: UTF8.self) }
}
