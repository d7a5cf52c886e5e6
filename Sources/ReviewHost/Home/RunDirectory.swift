// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import ReviewContract
package import SystemPackage

/// The directory of one run of `check`, or of one review of the daemon's, among those of all runs. It holds all that is made and that
/// nothing needs afterwards.
///
/// It stays locked for as long as the process lives, however that ends: a directory that nobody has locked is left over, and the next
/// run removes it.
package struct RunDirectory: Sendable {
  private static let prefix = "run-"

  package let path: FilePath
  private let lock: Int32

  /// - Parameter runs: the directory of all runs. It is made if it is not there.
  package init(in runs: FilePath) throws(RunError) {
    do {
      try FileManager.default.createDirectory(atPath: runs.string, withIntermediateDirectories: true)
      (path, lock) = try Self.locking(runs) {
        var template = Array(runs.appending("\(Self.prefix)XXXXXX").string.utf8CString)
        guard mkdtemp(&template) != nil else { throw Self.systemError }
        let path = FilePath(platformString: template)
        return (path, try Self.open(path, LOCK_EX))
      }
      try FileManager.default.createDirectory(atPath: temporary.string, withIntermediateDirectories: false)
    } catch {
      throw RunError(
        "a directory for the run cannot be made in \(runs): \(String(systemError: error))",
        remedy: "point REVIEWBOT_HOME at a folder that can be written, with room in it")
    }
  }

  /// For the processes that the run starts: what they leave in it goes with the run.
  private var temporary: FilePath { path.appending("tmp") }

  /// This process's environment, with the directory for temporary files.
  package func environment(_ own: [String: String]) -> [String: String] {
    own.merging(["TMPDIR": temporary.string]) { $1 }
  }

  /// Removes it with all that is in it. What cannot be removed now is removed by a later run.
  package func remove() {
    try? DirectoryRemoval.remove(path)
    close(lock)
  }

  /// Removes the directories of runs that ended without removing them, and what they left elsewhere.
  package static func removeAbandoned(in runs: FilePath) {
    for name in names(in: runs) where name.hasPrefix(prefix) {
      let path = runs.appending(name)
      // Whoever makes one has locked it before others look.
      guard let lock = try? locking(runs, { try open(path, LOCK_EX | LOCK_NB) }) else { continue }
      // Each is empty, or another's.
      for place in names(in: path) { rmdir(WorkerDirectories.places(of: place).string) }
      try? DirectoryRemoval.remove(path)
      close(lock)
    }
  }

  private static func names(in folder: FilePath) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
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
