// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import Foundation
package import SystemPackage

/// Each change is made relative to the open parent directory, so that no link in the path is followed.
extension ContainedDirectory {
  /// Creates a directory and its missing parents.
  ///
  /// - Throws: ``Failure/notADirectory`` when another kind of entry exists in the path.
  package func makeDirectory(_ path: String, permissions: UInt32 = 0o777) throws(Failure) {
    let parts = path.split(separator: "/")
    guard !path.hasPrefix("/"), !parts.contains("..") else { throw .notADirectory }
    var made = ""
    for part in parts {
      made += made.isEmpty ? String(part) : "/\(part)"
      let place = try Place(of: made, in: self)
      if mkdirat(place.directory, place.name, permissions) != 0, errno != EEXIST { throw .failed(errno: errno) }
    }
    _ = try subdirectory(path)
  }

  /// Writes a file atomically, by renaming a temporary file beside it. An existing file or link is replaced.
  package func write(_ bytes: some Sequence<UInt8>, to path: String, permissions: UInt32 = 0o666) throws(Failure) {
    let place = try Place(of: path, in: self)
    // A name that no other writer can have chosen.
    let temporary = ".\(UUID().uuidString).tmp"
    let file = openat(
      place.directory, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, permissions)
    guard file >= 0 else { throw .failed(errno: errno) }
    var number: Int32 = 0
    do {
      try FileDescriptor(rawValue: file).writeAll(Array(bytes))
    } catch {
      number = (error as? Errno ?? .ioError).rawValue
    }
    if close(file) != 0, number == 0 { number = errno }
    if number == 0, renameat(place.directory, temporary, place.directory, place.name) != 0 { number = errno }
    guard number != 0 else { return }
    unlinkat(place.directory, temporary, 0)
    throw .failed(errno: number)
  }

  /// Copies the contents of an open file into a new file; nothing may exist at `path`.
  ///
  /// Copies at most the size of the file when it was opened.
  package func copy(_ source: borrowing OpenFile, to path: String, permissions: UInt32 = 0o644) throws(Failure) {
    let place = try Place(of: path, in: self)
    let file = openat(
      place.directory, place.name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, permissions)
    guard file >= 0 else { throw .failed(errno: errno) }
    var number = -reviewbot_copy_contents(source.descriptor, file, UInt64(source.size))
    if close(file) != 0, number == 0 { number = errno }
    guard number != 0 else { return }
    unlinkat(place.directory, place.name, 0)
    throw .failed(errno: number)
  }

  /// Moves the entry at `path`, a link itself, to a path in another directory of the same file system. An existing file
  /// or empty directory there is replaced.
  package func move(_ path: String, to other: ContainedDirectory, as target: String) throws(Failure) {
    let from = try Place(of: path, in: self)
    let to = try Place(of: target, in: other)
    guard renameat(from.directory, from.name, to.directory, to.name) == 0 else {
      throw errno == ENOENT ? .missing : .failed(errno: errno)
    }
  }

  /// Removes the entry at `path`, with its contents. A missing entry is not an error.
  package func remove(_ path: String) throws(Failure) {
    do {
      let place = try Place(of: path, in: self)
      guard unlinkat(place.directory, place.name, 0) != 0, errno != ENOENT else { return }
      // For a directory, POSIX specifies EPERM; Linux returns EISDIR.
      guard errno == EISDIR || errno == EPERM else { throw Failure.failed(errno: errno) }
      try DirectoryRemoval.remove(Array(place.name.utf8CString), in: place.directory)
    } catch Failure.missing {
      return
    } catch let failure as DirectoryRemoval.Failure {
      throw .failed(errno: failure.number)
    } catch {
      throw error as? Failure ?? .failed(errno: EIO)
    }
  }

  /// Removes a directory if it is empty.
  package func removeEmptyDirectory(_ path: String) {
    guard let place = try? Place(of: path, in: self) else { return }
    unlinkat(place.directory, place.name, AT_REMOVEDIR)
  }

  /// Sets the modification time of the entry at `path`, of a link itself.
  ///
  /// - Parameter modified: nanoseconds since 1970; `nil` means now.
  package func setModified(_ modified: Int?, of path: String) throws(Failure) {
    let time = modified.map { timespec(tv_sec: $0 / 1_000_000_000, tv_nsec: $0 % 1_000_000_000) }
    var times = [timespec(tv_sec: 0, tv_nsec: Self.omit), time ?? timespec(tv_sec: 0, tv_nsec: Self.now)]
    let place = try Place(of: path, in: self)
    guard utimensat(place.directory, place.name, &times, AT_SYMLINK_NOFOLLOW) == 0 else {
      throw errno == ENOENT ? .missing : .failed(errno: errno)
    }
  }

  /// `UTIME_OMIT` of utimensat(2): leaves the time unchanged.
  private static let omit = (1 << 30) - 2
  /// `UTIME_NOW` of utimensat(2).
  private static let now = (1 << 30) - 1
}

/// The open parent directory of a path, and the path's last component.
struct Place: ~Copyable {
  let directory: Int32
  let name: String

  init(of path: String, in root: ContainedDirectory) throws(ContainedDirectory.Failure) {
    let slash = path.lastIndex(of: "/")
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    guard !["", ".", ".."].contains(name), !path.utf8.contains(0), slash != path.startIndex else {
      throw .failed(errno: EINVAL)
    }
    directory = try root.open(
      slash.map { String(path[..<$0]) } ?? "", reviewbot_open_path_only | O_DIRECTORY, else: .notADirectory)
    self.name = name
  }

  deinit {
    close(directory)
  }
}

/// A regular file that is open for reading, and closed at the end of the value's lifetime.
package struct OpenFile: ~Copyable, Sendable {
  package let descriptor: Int32
  /// The size in bytes when the file was opened.
  package let size: Int

  /// Opens a file by a path that untrusted code cannot change, such as one that the caller named.
  ///
  /// - Parameter followsLink: whether the file itself may be a symbolic link. False for files that another job wrote,
  ///   because a link could lead to a secret.
  package init(named path: FilePath, followsLink: Bool = true) throws(ContainedDirectory.Failure) {
    // Non-blocking, so that a pipe does not wait for a writer.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followsLink ? 0 : O_NOFOLLOW)
    let descriptor = open(path.string, flags)
    guard descriptor >= 0 else { throw errno == ENOENT ? .missing : .failed(errno: errno) }
    try self.init(adopting: descriptor)
  }

  init(adopting descriptor: Int32) throws(ContainedDirectory.Failure) {
    var status = stat()
    let failure: ContainedDirectory.Failure? =
      if fstat(descriptor, &status) != 0 {
        .failed(errno: errno)
      } else if status.st_mode & S_IFMT != S_IFREG {
        .notARegularFile
      } else {
        nil
      }
    if let failure {
      close(descriptor)
      throw failure
    }
    self.descriptor = descriptor
    size = Int(status.st_size)
  }

  deinit {
    close(descriptor)
  }

  /// Reads the bytes of the file.
  package borrowing func bytes(limit: Int) throws(ContainedDirectory.Failure) -> [UInt8] {
    guard size <= limit else { throw .tooLarge(limit: limit) }
    // One byte more than the size of the file, to detect that it grew.
    return try start(size + 1)
  }

  /// Reads the first `count` bytes of the file, or all of a shorter one.
  package borrowing func start(_ count: Int) throws(ContainedDirectory.Failure) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { memory, filled in
      while filled < count {
        let added = read(descriptor, memory.baseAddress?.advanced(by: filled), count - filled)
        if added < 0, errno == EINTR { continue }
        if added < 0 { failure = errno }
        guard added > 0 else { return }
        filled += added
      }
    }
    guard failure == 0 else { throw .failed(errno: failure) }
    return bytes
  }
}
