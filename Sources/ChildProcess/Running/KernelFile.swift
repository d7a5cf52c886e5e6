// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
import SystemPackage

/// A file of /proc. Its size is said to be 0, and it comes in parts: who reads once, or as much as the size, gets the
/// beginning.
package enum KernelFile {
  /// Everything in the file; `nil` when it cannot be read, as when its process is gone or another's.
  ///
  /// - Parameter chunk: how many bytes are read at once.
  package static func contents(_ path: String, chunk: Int = 64 << 10) -> Data? {
    guard let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec) else { return nil }
    defer { try? file.close() }
    var contents = Data()
    var buffer = [UInt8](repeating: 0, count: chunk)
    while true {
      guard let count = try? buffer.withUnsafeMutableBytes({ try file.read(into: $0) }) else { return nil }
      if count == 0 { return contents }
      contents += buffer[..<count]
    }
  }
}
