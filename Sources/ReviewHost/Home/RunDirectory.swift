// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ContainedFiles
import Foundation
package import ReviewContract
package import SystemPackage

/// The temporary directory of one run of `check`, or of one review of the daemon.
///
/// It is locked for the lifetime of the process, even if the process crashes. An unlocked directory is therefore
/// abandoned, and the next run removes it.
package struct RunDirectory: Sendable {
  private static let prefix = "run-"

  package let path: FilePath
  private let lock: Int32

  /// Creates and locks the directory.
  ///
  /// - Parameter runs: the directory of all runs; created if it does not exist.
  package init(in runs: FilePath) throws(RunError) {
    do {
      try DirectoryCreation.make(runs)
      (path, lock) = try Self.locking(runs) {
        var template = Array(runs.appending("\(Self.prefix)XXXXXX").string.utf8CString)
        guard mkdtemp(&template) != nil else { throw Self.systemError }
        let path = FilePath(platformString: template)
        return (path, try Self.open(path, LOCK_EX))
      }
      try FileManager.default.createDirectory(atPath: temporary.string, withIntermediateDirectories: false)
    } catch {
      throw RunError(
        "cannot create a directory for the run in \(runs): \(String(systemError: error))",
        remedy: "set REVIEWBOT_HOME to a writable folder with free space")
    }
  }

  /// The temporary directory of the run's child processes, which is removed with the run.
  private var temporary: FilePath { path.appending("tmp") }

  /// The environment of child processes: `own` with `TMPDIR` set.
  package func environment(_ variables: [String: String]) -> [String: String] {
    variables.merging(["TMPDIR": temporary.string]) { $1 }
  }

  /// Removes the directory with its contents. A later run removes what cannot be removed now.
  package func remove() {
    try? DirectoryRemoval.remove(path)
    close(lock)
  }

  /// Removes the directory on another thread, so that nothing waits for it: a build has thousands of files.
  ///
  /// - Returns: the removal, for a process that ends.
  @discardableResult
  package func removeBeside() -> Task<Void, Never> {
    Task { await Self.remover.remove(self) }
  }

  private static let remover = RunRemover()

  /// Removes abandoned directories of earlier runs, and the mount points of their containers.
  package static func removeAbandoned(in runs: FilePath) {
    for name in runs.names where name.hasPrefix(prefix) {
      let path = runs.appending(name)
      // A new directory is locked while `runs` is locked, so an unlocked one is abandoned.
      guard let lock = try? locking(runs, { try open(path, LOCK_EX | LOCK_NB) }) else { continue }
      // Remove only empty ones: another user may own a directory of this name.
      for place in path.names { rmdir(WorkerDirectories.mountFolder(of: place).string) }
      try? DirectoryRemoval.remove(path)
      close(lock)
    }
  }

  private static func locking<Result>(_ runs: FilePath, _ body: () throws -> Result) throws -> Result {
    let lock = try open(runs, LOCK_EX)
    defer { close(lock) }
    return try body()
  }

  private static func open(_ path: FilePath, _ operation: Int32) throws -> Int32 {
    let descriptor = Foundation.open(path.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw systemError }
    guard flock(descriptor, operation) == 0 else {
      let error = systemError
      close(descriptor)
      throw error
    }
    return descriptor
  }

  private static var systemError: NSError { NSError(domain: NSPOSIXErrorDomain, code: Int(errno)) }
}

/// Removes the directories of runs, one after the other.
private actor RunRemover {
  private let executor = BlockingExecutor(label: "reviewbot.run-remover")

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func remove(_ run: RunDirectory) { run.remove() }
}
