// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import SystemPackage

/// Removes folders that somebody else filled: deeper than a path can be long, closed to their owner, with links to anywhere.
package enum FolderRemoval {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Removes the folder with all that is in it; no link in it is followed. A folder that is not there is fine.
  ///
  /// Folders inside are moved to the top one after the other, so that depth costs neither a longer path nor open files.
  package static func remove(_ folder: FilePath) throws(Failure) {
    guard let top = try Folder(opening: Array(folder.string.utf8CString), in: AT_FDCWD) else { return }
    // A name that whoever filled the folder could not have taken.
    let prefix = "removed-\(UUID().uuidString)-"
    var moved = 0
    while case let names = top.names, !names.isEmpty {
      for name in names where !top.unlink(name) {
        guard let inner = try Folder(opening: name, in: top.descriptor) else { continue }
        for name in inner.names where !inner.unlink(name) {
          // Moving a folder changes it, too, so that its owner needs the right to, which opening it gives.
          _ = try Folder(opening: name, in: inner.descriptor)
          moved += 1
          try check(renameat(inner.descriptor, name, top.descriptor, prefix + "\(moved)"), "moved")
        }
        try check(unlinkat(top.descriptor, name, AT_REMOVEDIR), "removed")
      }
    }
    try check(rmdir(folder.string), "removed")
  }

  private static func check(_ result: Int32, _ action: String) throws(Failure) {
    guard result == 0 else {
      throw Failure(description: "a folder cannot be \(action): \(String(cString: strerror(errno)))")
    }
  }
}

/// An open folder.
private final class Folder {
  let descriptor: Int32

  /// `nil` when there is nothing of that name.
  init?(opening name: [CChar], in folder: Int32) throws(FolderRemoval.Failure) {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    var opened = openat(folder, name, flags)
    if opened < 0, errno == EACCES {
      fchmodat(folder, name, 0o700, 0)
      opened = openat(folder, name, flags)
    }
    guard opened >= 0 else {
      if errno == ENOENT { return nil }
      throw FolderRemoval.Failure(description: "a folder cannot be opened: \(String(cString: strerror(errno)))")
    }
    descriptor = opened
    // Who may read it may not yet change it.
    fchmod(descriptor, 0o700)
  }

  deinit {
    close(descriptor)
  }

  /// As they are on the disk: not all of them are text.
  var names: [[CChar]] {
    guard let stream = fdopendir(openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)) else { return [] }
    defer { closedir(stream) }
    var names: [[CChar]] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
      }
      if name != [46, 0], name != [46, 46, 0] { names.append(name) }
    }
    return names
  }

  /// Whether it is gone: a folder is not removed that way.
  func unlink(_ name: [CChar]) -> Bool {
    unlinkat(descriptor, name, 0) == 0 || errno == ENOENT
  }
}
