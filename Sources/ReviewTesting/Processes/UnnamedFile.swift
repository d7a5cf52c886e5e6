// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// A file without a name, for a child's stream: it needs no concurrent reader or writer.
final class UnnamedFile {
  let descriptor: FileDescriptor

  /// - Parameter data: its contents, read from the start.
  init(_ data: Data = Data()) throws {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    let path = FilePath(folder).appending("reviewbot-printed-\(UUID().uuidString)")
    descriptor = try FileDescriptor.open(
      path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
    unlink(path.string)
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
