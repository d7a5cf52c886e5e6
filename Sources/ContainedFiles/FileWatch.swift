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

  /// Starts watching. Opening the files here causes no event.
  ///
  /// - Parameter paths: of regular files in the directory.
  /// - Throws: `ContainedDirectory.Failure` if there are too many, one is missing, or the kernel refuses to watch it.
  package init(_ paths: [String], in directory: ContainedDirectory) throws(ContainedDirectory.Failure) {
    guard paths.count <= Self.maximumFiles else { throw .tooManyEntries(limit: Self.maximumFiles) }
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { throw .failed(errno: errno) }
    var watched: [Int32: String] = [:]
    do throws(ContainedDirectory.Failure) {
      for path in paths {
        let file = try directory.file(at: path)
        // The path of the open file, because a path in a hostile directory can lead elsewhere.
        let watch = inotify_add_watch(descriptor, "/proc/self/fd/\(file.descriptor)", Self.events)
        guard watch >= 0 else { throw .failed(errno: errno) }
        watched[watch] = path
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

  /// Returns the files with an event since the last call, ordered.
  ///
  /// - Throws: `ContainedDirectory.Failure` if events were lost.
  package func touched() throws(ContainedDirectory.Failure) -> [String] {
    var touched: Set<String> = []
    var buffer = [UInt8](repeating: 0, count: Self.bufferBytes)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        guard count == 0 || errno == EAGAIN else { throw .failed(errno: errno) }
        return touched.sorted()
      }
      var place = 0
      while place + MemoryLayout<inotify_event>.size <= count {
        let event = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: inotify_event.self) }
        guard event.mask & UInt32(IN_Q_OVERFLOW) == 0 else { throw .failed(errno: EOVERFLOW) }
        paths[event.wd].map { _ = touched.insert($0) }
        place += MemoryLayout<inotify_event>.size + Int(event.len)
      }
    }
  }
}
