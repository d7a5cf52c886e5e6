// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
import ReviewContract
import SystemPackage

extension Places {
  /// Cached builds of a branch without reviews in this time are removed. They can take gigabytes, and recreating them
  /// costs one build.
  private static let longestUnused = TimeInterval(14 * 86_400)

  /// Removes the cached builds of branches that have not been reviewed for 14 days.
  ///
  /// Safe while other runs remove or use the same builds: a build is renamed first and deleted afterwards.
  package func removeUnusedBuilds(now: Date = Date()) {
    let builds = home.appending("builds")
    for name in names(in: builds) {
      let branch = builds.appending(name)
      let last = ([branch] + names(in: branch).map { branch.appending($0) }).compactMap(modificationDate).max()
      guard let last, now.timeIntervalSince(last) > Self.longestUnused else { continue }
      // Rename first: another run must not find a partially removed build.
      let gone = runs.appending("unused-\(UUID().uuidString)")
      guard rename(branch.string, gone.string) == 0 else { continue }
      try? DirectoryRemoval.remove(gone)
    }
  }

  private func names(in folder: FilePath) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
  }

  private func modificationDate(_ path: FilePath) -> Date? {
    (try? FileManager.default.attributesOfItem(atPath: path.string))?[.modificationDate] as? Date
  }
}
