// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Reads a file that the operator names: a regular one, and no more of it than is sensible.
struct OperatorFile {
  struct Contents {
    let bytes: [UInt8]
    /// Its permissions, as `chmod` takes them.
    let permissions: mode_t
  }

  struct Failure: Error {
    /// What is so of the file.
    let message: String
    let remedy: String
  }

  let path: String

  /// - Parameter limit: in bytes.
  func contents(limit: Int) throws(Failure) -> Contents {
    // A pipe without a writer would keep us waiting.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw unreadable(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(message: "is not a regular file", remedy: "name a file")
    }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes { memory in
        read(descriptor, memory.baseAddress?.advanced(by: filled), memory.count - filled)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw unreadable(errno) }
      if count == 0 { break }
      filled += count
    }
    guard filled <= limit else {
      throw Failure(message: "has more than \(limit) bytes", remedy: "name the right file")
    }
    bytes.removeLast(bytes.count - filled)
    return Contents(bytes: bytes, permissions: status.st_mode & 0o7777)
  }

  private func unreadable(_ number: Int32) -> Failure {
    let remedy =
      switch number {
      case ENOENT, ENOTDIR: "make it, or correct the path"
      case EACCES, EPERM: "let the daemon's user read it, and nobody else"
      default: "see that it can be read"
      }
    return Failure(message: "cannot be read: \(String(cString: strerror(number)))", remedy: remedy)
  }
}
