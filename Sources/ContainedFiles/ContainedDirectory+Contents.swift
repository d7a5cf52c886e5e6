// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import Foundation

/// The status of a file, read without opening it.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Sendable {
    case file, directory, link
    /// A pipe, a socket, a device.
    case other

    init(mode: mode_t) {
      self =
        switch mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .directory
        case S_IFLNK: .link
        default: .other
        }
    }
  }

  package let kind: Kind
  /// The size in bytes.
  package let size: Int
  /// The bytes that are allocated on the disk.
  package let allocated: Int
  /// The modification time of the contents, in nanoseconds since 1970.
  package let modified: Int

  init(_ status: stat) {
    kind = Kind(mode: status.st_mode)
    size = Int(status.st_size)
    allocated = Int(status.st_blocks) * 512
    modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
  }
}

extension ContainedDirectory {
  package struct Entry: Hashable, Sendable {
    package let name: String
    package let status: FileStatus
  }

  /// Returns the entries of the directory at `path`, ordered by name. Entries whose names are not UTF-8 are left out,
  /// because no path of the program can contain them.
  ///
  /// - Parameters:
  ///   - path: empty for the directory itself.
  ///   - limit: the maximum number of entries.
  package func entries(of path: String = "", links: Links = .refused, limit: Int = 100_000) throws(Failure) -> [Entry] {
    let descriptor = try open(path, O_RDONLY | O_DIRECTORY, links: links, else: .notADirectory)
    guard let stream = fdopendir(descriptor) else {
      let number = errno
      close(descriptor)
      throw .failed(errno: number)
    }
    defer { closedir(stream) }
    var entries: [Entry] = []
    var seen = 0
    while let entry = readdir(stream) {
      seen += 1
      // Two of the entries are the directory itself and its parent.
      guard seen <= limit + 2 else { throw .tooManyEntries(limit: limit) }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let name, name != ".", name != ".." else { continue }
      var status = stat()
      // An entry that has been removed since then is left out.
      guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
      entries.append(Entry(name: name, status: FileStatus(status)))
    }
    return entries.sorted { $0.name < $1.name }
  }

  /// The device and the inode, which identify the directory while it exists.
  package var identity: (device: UInt, inode: UInt) {
    get throws(Failure) { try identity(of: "", reviewbot_open_path_only | O_DIRECTORY, else: .notADirectory) }
  }

  /// The device and the inode of a regular file.
  package func fileIdentity(of path: String) throws(Failure) -> (device: UInt, inode: UInt) {
    guard status(of: path)?.kind == .file else { throw .notARegularFile }
    return try identity(of: path, reviewbot_open_path_only | O_NOFOLLOW, else: .notARegularFile)
  }

  private func identity(
    of path: String, _ flags: Int32, else other: Failure
  ) throws(Failure) -> (device: UInt, inode: UInt) {
    let descriptor = try open(path, flags, else: other)
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .failed(errno: errno) }
    return (UInt(status.st_dev), UInt(status.st_ino))
  }

  /// Returns the status of the entry at `path`, of a link itself; `nil` when it does not exist or cannot be reached.
  ///
  /// - Parameter links: the treatment of links in the path; the last component is never followed.
  package func status(of path: String, links: Links = .refused) -> FileStatus? {
    lookUp(path, links: links).map { FileStatus($0) }
  }

  /// Returns the text of the symbolic link at `path`; `nil` for anything else, and for a text that is not UTF-8. No link
  /// is followed.
  package func linkText(at path: String) -> String? {
    (try? linkTarget(of: path)).flatMap { String(validating: $0, as: UTF8.self) }
  }
}
