// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
import ReviewContract
import SystemPackage

extension Places {
  /// Kept builds of a branch that no pull request was made for in this time go. They can take gigabytes, and making them
  /// again costs one build.
  private static let longestUnused = TimeInterval(14 * 86_400)

  /// Removes what no run needs any more.
  ///
  /// Another run may be doing the same, or be just about to use one of them: nothing depends on who is first.
  package func removeUnusedBuilds(now: Date = Date()) {
    let builds = home.appending("builds")
    for name in names(in: builds) {
      let branch = builds.appending(name)
      let last = ([branch] + names(in: branch).map { branch.appending($0) }).compactMap(modificationDate).max()
      guard let last, now.timeIntervalSince(last) > Self.longestUnused else { continue }
      // In its place it could be found half removed.
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
