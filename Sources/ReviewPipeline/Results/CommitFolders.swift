// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import SystemPackage

/// A folder for each commit, in it small files; the commits that were written least recently are forgotten.
struct CommitFolders: Sendable {
  let folder: FilePath
  /// A larger file is as good as none.
  let maximumBytes: Int
  let maximumFiles: Int
  let maximumCommits: Int

  /// The contents of a commit's files. What cannot be read is not there.
  func contents(of commit: CommitID) -> [Data] {
    let contained = ContainedDirectory(folder.appending(commit.hex))
    // A folder that is not there has nothing in it.
    let names = ((try? contained.entries()) ?? []).map(\.name).filter { $0.hasSuffix(".json") }
    return names.prefix(maximumFiles).compactMap { name in
      (try? contained.bytes(at: name, limit: maximumBytes)).map { Data($0) }
    }
  }

  /// Whole or not at all.
  ///
  /// - Parameter key: what the contents depend on besides the commit.
  func write(_ data: Data, of commit: CommitID, key: String) throws {
    let commits = ContainedDirectory(making: folder)
    try commits.makeDirectory(commit.hex)
    try commits.write(data, to: "\(commit.hex)/\(Fingerprint.name(of: key, digits: 32)).json")
    let known = try commits.entries().sorted { $0.status.modified < $1.status.modified }
    // Another run may be removing the same: nothing here depends on who does it.
    for oldest in known.dropLast(maximumCommits) { try? commits.remove(oldest.name) }
  }
}
