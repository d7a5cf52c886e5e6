// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore
import SystemPackage

/// The files that a build was made from, with their times: a build looks at those to see what changed.
struct SourceManifest: Codable, Sendable {
  struct File: Codable, Sendable {
    let path: String
    /// SHA-256, hexadecimal.
    let digest: String
    /// Nanoseconds since 1970.
    let modified: Int
  }

  /// Ordered by path.
  let files: [File]

  /// Larger files are left alone: whoever changes one has it built anew.
  private static let largestFile = 64 << 20

  init(files: [File]) {
    self.files = files
  }

  /// Reads all regular files below a folder, apart from build folders.
  init(of root: FilePath) {
    files = Self.paths(in: root).compactMap { Self.file($0, in: root) }
  }

  /// Gives the files of another checkout that have the same content the times that they had here, and all others the
  /// present: the compiler takes a file whose time is before its last run for one that it has seen, and a checkout can be
  /// older than the build that it gets.
  ///
  /// - Returns: how many are the same.
  @discardableResult
  func restoreTimes(in root: FilePath) -> Int {
    let known = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0) })
    return Self.paths(in: root).count { path in
      let same = known[path].flatMap { old in Self.file(path, in: root)?.digest == old.digest ? old : nil }
      Self.setTime(same?.modified, of: root.pushing(FilePath(path)))
      return same != nil
    }
  }

  private static func paths(in root: FilePath) -> [String] {
    var found: [String] = []
    let paths = FileManager.default.enumerator(atPath: root.string)
    while let path = paths?.nextObject() as? String {
      if path.split(separator: "/").last == ".build" {
        paths?.skipDescendants()
      } else if status(root.pushing(FilePath(path)))?.st_mode.isRegular == true {
        found.append(path)
      }
    }
    return found.sorted()
  }

  /// `nil` when it cannot be read, or is too large to be.
  private static func file(_ path: String, in root: FilePath) -> File? {
    guard let status = status(root.pushing(FilePath(path))),
      let bytes = try? ContainedFolder(root).bytes(at: path, limit: largestFile)
    else { return nil }
    let modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
    return File(path: path, digest: Fingerprint.name(of: bytes), modified: modified)
  }

  private static func status(_ path: FilePath) -> stat? {
    var status = stat()
    return lstat(path.string, &status) == 0 ? status : nil
  }

  /// - Parameter modified: nanoseconds since 1970; `nil` means now.
  private static func setTime(_ modified: Int?, of path: FilePath) {
    let time = modified.map { timespec(tv_sec: $0 / 1_000_000_000, tv_nsec: $0 % 1_000_000_000) }
    var times = [timespec(tv_sec: 0, tv_nsec: omit), time ?? timespec(tv_sec: 0, tv_nsec: now)]
    utimensat(AT_FDCWD, path.string, &times, AT_SYMLINK_NOFOLLOW)
  }

  /// `UTIME_OMIT` of utimensat(2): this time stays.
  private static let omit = (1 << 30) - 2
  /// `UTIME_NOW` of utimensat(2).
  private static let now = (1 << 30) - 1
}

extension mode_t {
  fileprivate var isRegular: Bool { self & S_IFMT == S_IFREG }
}
