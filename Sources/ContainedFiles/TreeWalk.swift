// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import Foundation

/// What the kernel records of a file and code under review cannot set: the time of the last change of its contents or
/// attributes (`st_ctime`), the inode and the device. The modification time is not among them: `utimensat` sets it.
package struct FileStamp: Hashable, Sendable {
  /// The type and the permissions (`st_mode`).
  package let mode: UInt32
  package let size: Int
  package let inode: UInt
  package let device: UInt
  /// The time of the last change, in nanoseconds since 1970.
  package let changed: Int

  init(_ status: stat) {
    mode = status.st_mode
    size = Int(status.st_size)
    inode = UInt(status.st_ino)
    device = UInt(status.st_dev)
    changed = status.st_ctim.tv_sec * 1_000_000_000 + status.st_ctim.tv_nsec
  }

  package var kind: FileStatus.Kind { FileStatus.Kind(mode: mode) }

  /// Whether the owner can execute the file.
  package var isExecutable: Bool { mode & S_IXUSR != 0 }
}

extension ContainedDirectory {
  /// What follows after an entry of a walk was visited.
  package enum WalkStep: Sendable {
    /// The next entry; a directory is not entered.
    case next
    /// The entries of this directory.
    case enter
    /// The entry is removed, with its contents.
    case remove
  }

  /// The levels of directories that a walk enters. Each keeps one file open.
  private static let deepest = 200

  /// Visits all entries below the directory, a directory before its contents. No link is followed.
  ///
  /// - Parameters:
  ///   - path: the directory to begin at; empty for this one.
  ///   - visit: is given the path of an entry, in which `\xE4` stands for a byte that is not UTF-8, and its stamp.
  package func walk(
    _ path: String = "", _ visit: (_ path: String, _ stamp: FileStamp) throws -> WalkStep
  ) throws {
    let place = try open(path, reviewbot_open_path_only | O_DIRECTORY, else: .notADirectory)
    defer { close(place) }
    let descriptor = try Self.openReadable(place)
    defer { close(descriptor) }
    try Self.walk(descriptor, path.isEmpty ? "" : path + "/", depth: 1, visit)
  }

  private static func walk(
    _ directory: Int32, _ prefix: String, depth: Int, _ visit: (String, FileStamp) throws -> WalkStep
  ) throws {
    for name in DirectoryNames.read(directory) {
      var status = stat()
      // An entry that has been removed since then is left out.
      guard fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
      let path = prefix + text(of: name)
      switch try visit(path, FileStamp(status)) {
      case .next: continue
      case .remove:
        guard unlinkat(directory, name, 0) != 0, errno != ENOENT else { continue }
        try DirectoryRemoval.remove(name, in: directory)
      case .enter:
        guard depth < deepest, let inner = try open(name, in: directory) else { continue }
        defer { close(inner) }
        try walk(inner, path + "/", depth: depth + 1, visit)
      }
    }
  }

  /// Opens a directory; `nil` if it no longer exists. One that its owner cannot read is made readable.
  private static func open(_ name: [CChar], in directory: Int32) throws -> Int32? {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let descriptor = openat(directory, name, flags)
    if descriptor >= 0 { return descriptor }
    guard errno == EACCES else {
      if errno == ENOENT || errno == ENOTDIR || errno == ELOOP { return nil }
      throw Failure.failed(errno: errno)
    }
    // An `O_PATH` descriptor can be opened without permissions, and refers to the directory, not to its name.
    let place = openat(directory, name, reviewbot_open_path_only | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard place >= 0 else { throw Failure.failed(errno: errno) }
    defer { close(place) }
    return try openReadable(place)
  }

  /// Opens a directory for reading, which its owner may not be able to do before.
  ///
  /// - Parameter place: an `O_PATH` descriptor.
  private static func openReadable(_ place: Int32) throws -> Int32 {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    var opened = openat(place, ".", flags)
    if opened < 0, errno == EACCES {
      chmod("/proc/self/fd/\(place)", 0o755)
      opened = openat(place, ".", flags)
    }
    guard opened >= 0 else { throw Failure.failed(errno: errno) }
    return opened
  }

  private static func text(of name: [CChar]) -> String {
    let bytes = name.dropLast().map { UInt8(bitPattern: $0) }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return bytes.map { $0 < 0x80 ? String(UnicodeScalar($0)) : "\\x" + String($0, radix: 16, uppercase: true) }.joined()
  }

  /// Reads the target of the symbolic link at `path`, as bytes.
  package func linkTarget(of path: String) throws(Failure) -> [UInt8] {
    let place = try Place(of: path, in: self)
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlinkat(place.directory, place.name, &buffer, buffer.count)
    guard count >= 0 else { throw errno == ENOENT ? .missing : .failed(errno: errno) }
    return buffer[..<count].map { UInt8(bitPattern: $0) }
  }

  /// Creates a symbolic link; nothing may exist at `path`.
  package func link(_ path: String, to target: [UInt8]) throws(Failure) {
    let place = try Place(of: path, in: self)
    let text = target.map { CChar(bitPattern: $0) } + [0]
    guard symlinkat(text, place.directory, place.name) == 0 else { throw .failed(errno: errno) }
  }

  /// The stamp of the entry at `path`, of a link itself; `nil` when it does not exist or cannot be reached.
  package func stamp(of path: String) -> FileStamp? {
    lookUp(path).map { FileStamp($0) }
  }
}
