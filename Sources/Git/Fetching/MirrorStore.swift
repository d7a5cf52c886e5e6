// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Foundation
import ReviewContract
import SystemPackage

/// The folder of all mirrors, which is kept within a size by removing the least recently used first.
struct MirrorStore {
  let folder: FilePath
  let limits: WorkspaceLimits

  func path(_ name: String) -> FilePath { folder.appending(name) }

  /// Returns the path of the lock that is held while a run fetches into the mirror.
  func fetchLock(_ name: String) -> FilePath { folder.appending(name + ".lock") }

  /// Returns the path of the lock that is held, shared, while a run uses the mirror. Its modification time is the
  /// mirror's last use.
  func useLock(_ name: String) -> FilePath { folder.appending(name + ".use.lock") }

  /// Removes other mirrors while they exceed their size limit or there is too little free space. Mirrors in use stay.
  func makeRoom(keeping name: String, progress: ProgressHandler) throws(WorkspaceError) {
    let mirrors = try storedMirrors()
    var bytes = mirrors.reduce(0) { $0 + $1.bytes }
    for mirror in mirrors.sorted(by: { ($0.lastUse, $0.name) < ($1.lastUse, $1.name) }) where mirror.name != name {
      let isTooMuch = bytes > limits.mirrorBytes
      let free = try freeBytes()
      guard isTooMuch || free < limits.freeBytes else { return }
      guard try remove(mirror.name) else { continue }
      bytes -= mirror.bytes
      let reason = isTooMuch ? "mirrors take more than \(limits.mirrorBytes) bytes" : "the disk is nearly full"
      progress(.detail("removed the mirror \(mirror.name), the one least recently used: \(reason)"))
    }
  }

  /// Throws if there is too little free space to start a fetch.
  func requireFreeSpace() throws(WorkspaceError) {
    let free = try freeBytes()
    guard free < limits.freeBytes else { return }
    throw WorkspaceError(
      .diskFull, "only \(free) bytes are free in the mirrors' folder \(folder); \(limits.freeBytes) are required",
      remedy: "free some space, or use a larger disk: REVIEWBOT_HOME, or `state` of the server's file")
  }

  private struct Stored {
    let name: String
    let bytes: Int
    let lastUse: Int
  }

  private func storedMirrors() throws(WorkspaceError) -> [Stored] {
    var found: [Stored] = []
    for entry in try Directories.entries(of: folder)
    where entry.status.kind == .directory && MirrorName.isOne(entry.name) {
      var status = stat()
      let isUsed = stat(useLock(entry.name).string, &status) == 0 || stat(path(entry.name).string, &status) == 0
      found.append(
        Stored(
          name: entry.name, bytes: Directories.size(of: path(entry.name)), lastUse: isUsed ? status.st_mtim.tv_sec : 0))
    }
    return found
  }

  /// - Returns: `false` when the mirror is in use.
  func remove(_ name: String) throws(WorkspaceError) -> Bool {
    guard let lock = try MirrorLock(ifFree: useLock(name)) else { return false }
    try Directories.remove(path(name))
    unlink(fetchLock(name).string)
    unlink(useLock(name).string)
    _ = consume lock
    return true
  }

  private func freeBytes() throws(WorkspaceError) -> Int {
    var status = statvfs()
    guard statvfs(folder.string, &status) == 0 else { throw systemError("cannot read the free space of \(folder)") }
    return Int(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
  }
}

/// Removes the leftovers of a run that was ended while it fetched into a mirror. The fetch lock must be held.
///
/// Locks of refs would block every later run, and unfinished packs only take space. A mirror with any other damage is
/// not repaired but created again.
enum MirrorRepair {
  /// - Returns: the names of the removed files.
  static func removeLeftovers(in mirror: FilePath) throws(WorkspaceError) -> [String] {
    var removed: [String] = []
    let folders = ["", "refs", "refs/reviewbot", "objects/pack"]
    for folder in folders {
      let path = folder.isEmpty ? mirror : mirror.pushing(FilePath(folder))
      guard Directories.exists(path) else { continue }
      for entry in try Directories.entries(of: path) where entry.status.kind != .directory && isLeftover(entry.name) {
        guard unlink(path.appending(entry.name).string) == 0 else {
          throw systemError("cannot remove \(path.appending(entry.name))")
        }
        removed.append(entry.name)
      }
    }
    return removed.sorted()
  }

  /// libgit2 gives an unfinished file a name that ends in `.lock` or contains `_git2_`.
  private static func isLeftover(_ name: String) -> Bool {
    name.hasSuffix(".lock") || name.contains("_git2_")
  }
}
