// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import Foundation
package import SystemPackage

/// Removes directories that code under review wrote: with paths longer than the system's limit, without permissions for
/// their owner, with links to anywhere.
package enum DirectoryRemoval {
  package struct Failure: Error, CustomStringConvertible {
    let action: String
    let number: Int32

    package var description: String { "cannot \(action) a directory: \(String(cString: strerror(number)))" }
  }

  /// Removes the folder with its contents; no link in it is followed. A missing folder is not an error.
  ///
  /// - Parameter folder: a path that nothing hostile can change, down to its last component.
  package static func remove(_ folder: FilePath) throws(Failure) {
    try remove(Array(folder.string.utf8CString), in: AT_FDCWD)
  }

  /// Nested directories are moved to the top, so that depth needs neither long paths nor open files.
  ///
  /// - Parameter directory: a descriptor that the name is taken from.
  static func remove(_ folder: [CChar], in directory: Int32) throws(Failure) {
    guard let top = try OpenDirectory(opening: folder, in: directory) else { return }
    // A name that cannot be taken already.
    let prefix = "removed-\(UUID().uuidString)-"
    var moved = 0
    while case let names = top.names, !names.isEmpty {
      for name in names where !top.unlink(name) {
        guard let inner = try OpenDirectory(opening: name, in: top.descriptor) else { continue }
        for name in inner.names where !inner.unlink(name) {
          // Moving a folder changes it, too, so that its owner needs the right to, which opening it gives.
          _ = try OpenDirectory(opening: name, in: inner.descriptor)
          moved += 1
          try check(renameat(inner.descriptor, name, top.descriptor, prefix + "\(moved)"), "move")
        }
        try check(unlinkat(top.descriptor, name, AT_REMOVEDIR), "remove")
      }
    }
    try check(unlinkat(directory, folder, AT_REMOVEDIR), "remove")
  }

  private static func check(_ result: Int32, _ action: String) throws(Failure) {
    guard result == 0 else { throw Failure(action: action, number: errno) }
  }
}

/// An open folder.
private final class OpenDirectory {
  let descriptor: Int32

  /// `nil` when there is nothing of that name.
  init?(opening name: [CChar], in folder: Int32) throws(DirectoryRemoval.Failure) {
    // A descriptor of this kind can be had of a folder that is closed to its owner, and stands for the folder, not its
    // name.
    let place = openat(folder, name, reviewbot_open_path_only | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard place >= 0 else {
      if errno == ENOENT { return nil }
      throw DirectoryRemoval.Failure(action: "open", number: errno)
    }
    defer { close(place) }
    // Permission to read does not include permission to write. When this fails, the next call reports why.
    chmod("/proc/self/fd/\(place)", 0o700)
    descriptor = openat(place, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DirectoryRemoval.Failure(action: "open", number: errno) }
  }

  deinit {
    close(descriptor)
  }

  /// As they are on the disk: not all of them are text.
  var names: [[CChar]] { DirectoryNames.read(descriptor) }

  /// Whether it is gone: a folder is not removed that way.
  func unlink(_ name: [CChar]) -> Bool {
    unlinkat(descriptor, name, 0) == 0 || errno == ENOENT
  }
}

/// The names in a directory as they are on the disk, each ended by a zero.
enum DirectoryNames {
  /// - Parameter limit: more than these are not read.
  static func read(_ directory: Int32, limit: Int = .max) -> [[CChar]] {
    guard let stream = fdopendir(openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)) else { return [] }
    defer { closedir(stream) }
    var names: [[CChar]] = []
    while names.count < limit, let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
      }
      if name != [46, 0], name != [46, 46, 0] { names.append(name) }
    }
    return names
  }
}
