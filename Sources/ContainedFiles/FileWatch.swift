// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Finds out which of some files are opened or changed, by any process of this machine and by any of their names.
///
/// Source: inotify(7), which watches inodes: also through another mount, a link, or after a file was renamed. The
/// status of a file can be read without an event.
package final class FileWatch: Sendable {
  /// The maximum number of files, below the limit that a kernel has for each user.
  package static let maximumFiles = 4096

  private static let events = UInt32(IN_OPEN | IN_ACCESS | IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF)
  private static let bufferBytes = 64 << 10

  private let descriptor: Int32
  private let paths: [Int32: String]

  /// Files of a directory.
  package struct Group: Sendable {
    let paths: [String]
    let directory: ContainedDirectory
    let prefix: String

    /// - Parameters:
    ///   - paths: of regular files in the directory.
    ///   - prefix: is put before the paths in the names of the files.
    package init(_ paths: [String], in directory: ContainedDirectory, prefix: String = "") {
      self.paths = paths
      self.directory = directory
      self.prefix = prefix
    }
  }

  /// Starts watching. Opening the files here causes no event.
  ///
  /// - Throws: `ContainedDirectory.Failure` if there are too many, one is missing, or the kernel refuses to watch it.
  package init(_ groups: [Group]) throws(ContainedDirectory.Failure) {
    let count = groups.reduce(0) { $0 + $1.paths.count }
    guard count <= Self.maximumFiles else { throw .tooManyEntries(limit: Self.maximumFiles) }
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { throw .failed(errno: errno) }
    var watched: [Int32: String] = [:]
    do throws(ContainedDirectory.Failure) {
      for group in groups {
        for path in group.paths {
          let file = try group.directory.file(at: path)
          // The path of the open file, because a path in a hostile directory can lead elsewhere.
          let watch = inotify_add_watch(descriptor, "/proc/self/fd/\(file.descriptor)", Self.events)
          guard watch >= 0 else { throw .failed(errno: errno) }
          watched[watch] = group.prefix + path
        }
      }
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.paths = watched
  }

  deinit {
    close(descriptor)
  }

  /// Watches files of one directory.
  package convenience init(_ paths: [String], in directory: ContainedDirectory) throws(ContainedDirectory.Failure) {
    try self.init([Group(paths, in: directory)])
  }

  /// Returns the files with an event since the last call, ordered by name.
  ///
  /// - Throws: `ContainedDirectory.Failure` if events were lost.
  package func touched() throws(ContainedDirectory.Failure) -> [String] { Set(try events()).sorted() }

  /// Returns the files of all events since the last call, in their order.
  ///
  /// - Throws: `ContainedDirectory.Failure` if events were lost.
  package func events() throws(ContainedDirectory.Failure) -> [String] {
    var touched: [String] = []
    var buffer = [UInt8](repeating: 0, count: Self.bufferBytes)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        guard count == 0 || errno == EAGAIN else { throw .failed(errno: errno) }
        return touched
      }
      var place = 0
      while place + MemoryLayout<inotify_event>.size <= count {
        let event = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: inotify_event.self) }
        guard event.mask & UInt32(IN_Q_OVERFLOW) == 0 else { throw .failed(errno: EOVERFLOW) }
        paths[event.wd].map { touched.append($0) }
        place += MemoryLayout<inotify_event>.size + Int(event.len)
      }
    }
  }
}
