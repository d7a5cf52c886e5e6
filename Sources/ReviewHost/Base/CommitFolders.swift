// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
package import Findings
package import Foundation
package import SystemPackage

/// A cache with one folder of small files for each commit. The least recently written commits are evicted.
package struct CommitFolders: Sendable {
  package let folder: FilePath
  /// Larger files are ignored.
  package let maximumBytes: Int
  package let maximumFiles: Int
  package let maximumCommits: Int

  /// The contents of a commit's files, without unreadable ones.
  package func contents(of commit: CommitID) -> [Data] { Array(files(of: commit).values) }

  /// A commit's files by name, without unreadable ones.
  func files(of commit: CommitID) -> [String: Data] {
    let contained = ContainedDirectory(folder.appending(commit.hex))
    // A missing folder is a cache miss.
    let names = ((try? contained.entries()) ?? []).map(\.name).filter { $0.hasSuffix(Self.suffix) }
    return names.prefix(maximumFiles).reduce(into: [:]) { files, name in
      files[name] = (try? contained.bytes(at: name, limit: maximumBytes)).map { Data($0) }
    }
  }

  /// Writes files of another machine, in place of those with their names.
  func add(_ files: [String: Data], of commit: CommitID) throws {
    let known = self.files(of: commit)
    for (name, data) in files where known[name] != data && data.count <= maximumBytes {
      guard name.hasSuffix(Self.suffix), Fingerprint.isName(String(name.dropLast(Self.suffix.count)), digits: 32) else {
        continue
      }
      try write(data, of: commit, name: name)
    }
  }

  /// Writes a file atomically, and evicts the oldest commits over the limit.
  ///
  /// - Parameter key: identifies the file within the commit's folder.
  package func write(_ data: Data, of commit: CommitID, key: String) throws {
    try write(data, of: commit, name: Fingerprint.name(of: key, digits: 32) + Self.suffix)
  }

  private static let suffix = ".json"

  private func write(_ data: Data, of commit: CommitID, name: String) throws {
    let commits = ContainedDirectory(making: folder)
    try commits.makeDirectory(commit.hex)
    try commits.write(data, to: "\(commit.hex)/\(name)")
    let known = try commits.entries().sorted { $0.status.modified < $1.status.modified }
    // A concurrent run may evict the same commit.
    for oldest in known.dropLast(maximumCommits) { try? commits.remove(oldest.name) }
  }
}
