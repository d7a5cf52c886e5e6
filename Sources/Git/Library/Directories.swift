// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import ContainedFiles
import Foundation
import ReviewContract
import SystemPackage

/// Creates and removes the directories of mirrors and workspaces.
enum Directories {
  /// Creates a directory and its parents, with access for this user only.
  static func make(_ path: FilePath) throws(WorkspaceError) {
    do throws(Errno) {
      try DirectoryCreation.make(path, permissions: 0o700)
    } catch {
      throw systemError("cannot create the folder \(path)", number: error.rawValue)
    }
  }

  /// Creates a directory with a unique name in `parent`, which is created if it is missing.
  static func makeNew(in parent: FilePath, prefix: String) throws(WorkspaceError) -> FilePath {
    try make(parent)
    var template = Array(parent.appending("\(prefix)-XXXXXX").string.utf8CString)
    guard mkdtemp(&template) != nil else { throw systemError("cannot create a folder in \(parent)") }
    return FilePath(platformString: template)
  }

  /// Creates a directory; fails if it exists.
  static func makeNew(_ path: FilePath) throws(WorkspaceError) {
    guard mkdir(path.string, 0o700) == 0 else { throw systemError("cannot create the folder \(path)") }
  }

  /// Removes a directory with its contents; a missing one is not an error.
  static func remove(_ path: FilePath) throws(WorkspaceError) {
    guard FileManager.default.fileExists(atPath: path.string) else { return }
    do {
      try FileManager.default.removeItem(atPath: path.string)
    } catch {
      throw failure(error, "cannot remove the folder \(path)")
    }
  }

  /// Returns the entries of a directory of reviewbot's own.
  static func entries(of path: FilePath) throws(WorkspaceError) -> [ContainedDirectory.Entry] {
    do throws(ContainedDirectory.Failure) {
      return try ContainedDirectory(path).entries(limit: 1_000_000)
    } catch .failed(let number) {
      throw systemError("cannot list the folder \(path)", number: number)
    } catch {
      throw WorkspaceError(.failed, "cannot list the folder \(path)", underlying: "\(error)")
    }
  }

  /// Returns the disk space of the files below a directory, in bytes; unreadable ones count as 0.
  static func size(of path: FilePath) -> Int {
    var status = stat()
    guard lstat(path.string, &status) == 0 else { return 0 }
    var bytes = UInt64(status.st_blocks) * 512
    var files: UInt64 = 0
    if status.st_mode & S_IFMT == S_IFDIR { _ = reviewbot_measure_tree(path.string, &bytes, &files) }
    return Int(clamping: bytes)
  }

  static func exists(_ path: FilePath) -> Bool {
    FileManager.default.fileExists(atPath: path.string)
  }

  private static func failure(_ error: any Error, _ message: String) -> WorkspaceError {
    if let cause = Errno(causing: error) { return systemError(message, number: cause.rawValue) }
    return WorkspaceError(.failed, message, underlying: String(systemError: error))
  }
}

/// The stop condition of work inside libgit2: its time limit has passed, or its task was cancelled.
struct Interruption {
  private let deadline: ContinuousClock.Instant?
  private let limit: Duration?

  init(after limit: Duration? = nil) {
    self.limit = limit
    deadline = limit.map { ContinuousClock.now + $0 }
  }

  /// The reason to stop; `nil` to continue. Must be read on the thread that runs the task, to detect its cancellation.
  var reason: WorkspaceError? {
    if Task.isCancelled { return WorkspaceError(.failed, "fetching the repository was cancelled") }
    guard let deadline, let limit, ContinuousClock.now > deadline else { return nil }
    return WorkspaceError(
      .timedOut, "fetching the repository took longer than \(limit.components.seconds) seconds",
      remedy: "try again, because the fetched objects are kept, or increase the timeout")
  }

  func check() throws(WorkspaceError) {
    if let reason { throw reason }
  }
}
