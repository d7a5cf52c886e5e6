// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// The files of a toolchain at one time, to detect that it was replaced or removed.
///
/// A review that starts with one toolchain and ends with another proves nothing: a build can fail because half of its
/// compiler is missing, and modules of two versions do not fit together.
package struct ToolchainIdentity: Hashable, Sendable, CustomStringConvertible {
  private struct File: Hashable, Sendable {
    let path: FilePath
    let device: UInt
    let inode: UInt
    let modified: [Int]

    /// `nil` if the path does not exist.
    init?(_ path: FilePath, isFolder: Bool) {
      var status = stat()
      guard stat(path.string, &status) == 0 else { return nil }
      self.path = path
      device = UInt(status.st_dev)
      inode = UInt(status.st_ino)
      modified = isFolder ? [] : [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, Int(status.st_size)]
    }
  }

  /// The programs that a review runs; an upgrade replaces each.
  private static let programs = ["swift", "swift-frontend", "swift-build", "clang", "llvm-cov", "llvm-profdata"]
  /// The folders beside the programs' that are replaced with a toolchain. They may have other uses, as /usr has, so that
  /// their contents do not count.
  private static let folders = ["", "bin", "lib/swift"]

  private let files: [File]

  /// The toolchain on the `PATH` of the environment.
  package init(_ environment: [String: String]) {
    guard let root = ToolchainDirectories.directories(environment).last,
      let swift = ToolchainDirectories.program("swift", onPath: environment["PATH"] ?? "")
    else {
      files = []
      return
    }
    let folders = Self.folders.compactMap { File(root.appending($0), isFolder: true) }
    let programs = Self.programs.compactMap { File(root.appending("bin").appending($0), isFolder: false) }
    files = [File(swift, isFolder: false)].compactMap(\.self) + folders + programs
  }

  /// Differs for different identities.
  package var description: String {
    files.map { "\($0.path) \($0.device) \($0.inode) \($0.modified)" }.joined(separator: "\n")
  }

  /// Whether there is no toolchain.
  package var isMissing: Bool { files.isEmpty }
}
