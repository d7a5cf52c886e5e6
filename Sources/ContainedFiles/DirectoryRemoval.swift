// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import Foundation
package import SystemPackage

/// Removes directories that code under review wrote, with paths longer than the system's limit, without permissions for
/// their owner, or with links to any target.
package enum DirectoryRemoval {
  package struct Failure: Error, CustomStringConvertible {
    let action: String
    let number: Int32

    package var description: String { "cannot \(action) a directory: \(String(cString: strerror(number)))" }
  }

  /// Removes the folder with its contents; no link in it is followed. A missing folder is not an error.
  ///
  /// - Parameter folder: a path that untrusted code cannot change, including its last component.
  package static func remove(_ folder: FilePath) throws(Failure) {
    try remove(Array(folder.string.utf8CString), in: AT_FDCWD)
  }

  /// Moves nested directories to the top, so that any depth needs neither long paths nor many open files.
  ///
  /// - Parameter directory: a descriptor of the parent directory.
  static func remove(_ folder: [CChar], in directory: Int32) throws(Failure) {
    guard let top = try OpenDirectory(opening: folder, in: directory) else { return }
    // A prefix of names that cannot exist already.
    let prefix = "removed-\(UUID().uuidString)-"
    var moved = 0
    while case let names = top.names, !names.isEmpty {
      for name in names where !top.unlink(name) {
        guard let inner = try OpenDirectory(opening: name, in: top.descriptor) else { continue }
        for name in inner.names where !inner.unlink(name) {
          // Moving a folder requires write permission for it, which opening it sets.
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

  /// Opens a folder; `nil` if it does not exist.
  init?(opening name: [CChar], in folder: Int32) throws(DirectoryRemoval.Failure) {
    // An `O_PATH` descriptor can be opened without permissions, and refers to the folder, not to its name.
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

  /// The names as bytes, because not all are valid text.
  var names: [[CChar]] { DirectoryNames.read(descriptor) }

  /// Removes a file or a link, but no folder. Returns whether the entry no longer exists.
  func unlink(_ name: [CChar]) -> Bool {
    unlinkat(descriptor, name, 0) == 0 || errno == ENOENT
  }
}

/// The names in a directory as bytes, each terminated by a zero.
enum DirectoryNames {
  /// - Parameter limit: the maximum number of names to read.
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
