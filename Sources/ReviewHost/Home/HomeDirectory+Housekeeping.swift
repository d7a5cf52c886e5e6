// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
package import Foundation
import ReviewContract
package import SystemPackage

extension HomeDirectory {
  /// Cached builds of a branch without reviews in this time are removed. They can take gigabytes, and recreating them
  /// costs one build.
  private static let longestUnused = TimeInterval(14 * 86_400)

  /// Removes the cached builds of branches that have not been reviewed for 14 days.
  package func removeUnusedBuilds(now: Date = Date()) {
    let builds = path.appending("builds")
    for name in builds.names {
      let branch = builds.appending(name)
      let last = ([branch] + branch.names.map { branch.appending($0) }).compactMap(\.modificationDate).max()
      guard let last, now.timeIntervalSince(last) > Self.longestUnused else { continue }
      removeBuilds(of: branch)
    }
  }

  /// Removes the cached builds of a branch, apart from those that another run is copying now.
  ///
  /// - Returns: whether all are gone.
  @discardableResult
  package func removeBuilds(of branch: FilePath) -> Bool {
    try? FileManager.default.createDirectory(atPath: runs.string, withIntermediateDirectories: true)
    let builds = branch.names.filter { !$0.hasSuffix(BuildHandover.lockSuffix) }
    guard builds.count(where: { !remove($0, of: branch) }) == 0 else { return false }
    for lock in branch.names { unlink(branch.appending(lock).string) }
    return rmdir(branch.string) == 0
  }

  private func remove(_ build: String, of branch: FilePath) -> Bool {
    guard let lock = CacheLock(ifFree: branch.appending(BuildHandover.lockName(build))) else { return false }
    // Rename first: another run must not find a partially removed build.
    let gone = runs.appending("unused-\(UUID().uuidString)")
    guard rename(branch.appending(build).string, gone.string) == 0 else { return false }
    _ = consume lock
    // A later run removes the rest.
    try? DirectoryRemoval.remove(gone)
    return true
  }
}

extension FilePath {
  /// The names in a folder; none if it cannot be read.
  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: string)) ?? [] }

  var modificationDate: Date? {
    (try? FileManager.default.attributesOfItem(atPath: string))?[.modificationDate] as? Date
  }
}
