// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore
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
    let contained = ContainedFolder(place(of: commit))
    return names(in: place(of: commit)).filter { $0.hasSuffix(".json") }.prefix(maximumFiles).compactMap { name in
      (try? contained.bytes(at: name, limit: maximumBytes)).map { Data($0) }
    }
  }

  /// Whole or not at all: the file is written beside its place and then moved there.
  ///
  /// - Parameter key: what the contents depend on besides the commit.
  func write(_ data: Data, of commit: CommitID, key: String) throws {
    let place = place(of: commit)
    try FileManager.default.createDirectory(atPath: place.string, withIntermediateDirectories: true)
    let name = Fingerprint.name(of: key, digits: 32)
    try data.write(to: URL(fileURLWithPath: place.appending("\(name).json").string), options: .atomic)
    forgetOldest()
  }

  private func place(of commit: CommitID) -> FilePath { folder.appending(commit.hex) }

  private func names(in folder: FilePath) -> [String] {
    // A folder that is not there has nothing in it.
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []).sorted()
  }

  private func forgetOldest() {
    let commits = names(in: folder)
    guard commits.count > maximumCommits else { return }
    let dated = commits.map { name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: folder.appending(name).string)
      return (name, attributes?[.modificationDate] as? Date ?? .distantPast)
    }
    // Another run may be removing the same: nothing here depends on who does it.
    for (name, _) in dated.sorted(by: { $0.1 < $1.1 }).prefix(commits.count - maximumCommits) {
      try? FileManager.default.removeItem(atPath: folder.appending(name).string)
    }
  }
}
