// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import Foundation
import SystemPackage

/// What folders take of a disk.
struct DiskUse: Hashable, Sendable {
  /// Of blocks, so that a hole costs nothing.
  var bytes = 0
  /// Files, folders and links.
  var files = 0

  /// - Parameter folders: those that are not there take nothing.
  static func measure(_ folders: [FilePath]) -> DiskUse {
    var bytes: UInt64 = 0
    var files: UInt64 = 0
    for folder in folders { _ = reviewbot_measure_tree(folder.string, &bytes, &files) }
    return DiskUse(bytes: Int(clamping: bytes), files: Int(clamping: files))
  }
}

/// What is left of a disk for everybody.
struct DiskRoom: Hashable, Sendable {
  let bytes: Int
  /// `nil` where the file system does not count them.
  let files: Int?

  /// `nil` when the folder is gone: there is nothing to fill any more.
  init?(of folder: FilePath) {
    var status = statvfs()
    guard statvfs(folder.string, &status) == 0 else { return nil }
    bytes = Int(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    files = status.f_files > 0 ? Int(clamping: status.f_favail) : nil
  }
}
