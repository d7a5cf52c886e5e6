// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import Foundation
package import KeyedStore
package import ReviewContract
package import SystemPackage

/// The coverage of one branch, commit by commit: for trends and badges.
package struct CoverageHistory: Sendable {
  /// The oldest entries are removed.
  static let maximumEntries = 1000

  package struct Entry: Hashable, Codable, StoredValue {
    package let commit: CommitID
    /// The time of the commit's first review, in seconds since 1970.
    package let time: Int
    package let project: LineCounts
    /// The counts of the changed lines; `nil` if none was measurable.
    package let patch: LineCounts?
    /// Whether all tests ran and passed.
    package let testsPassed: Bool

    package init(commit: CommitID, time: Date, project: LineCounts, patch: LineCounts? = nil, testsPassed: Bool) {
      self.commit = commit
      self.time = Int(max(0, time.timeIntervalSince1970))
      self.project = project
      self.patch = patch
      self.testsPassed = testsPassed
    }
  }

  /// The repository and the branch of a history.
  package struct About: Hashable, Codable, StoredValue {
    /// The repository's name on its forge, or its path.
    package let repository: String
    package let branch: String

    package init(repository: String, branch: String) {
      self.repository = repository
      self.branch = branch
    }
  }

  /// The group of all branches.
  package static let branches = "all"

  package let about: About
  /// The group of the branch's entries, whose names are the commits.
  package let group: String
  package let store: KeyedStore<NamedKey, Entry>
  private let branches: KeyedStore<NamedKey, About>
  /// The number of entries in the database of the other machines that could not be read.
  package var unreadableInDatabase = 0

  /// - Parameters:
  ///   - folder: the folder of all cached results.
  ///   - repository: the repository of `branch`.
  package init(_ folder: FilePath, repository: Repository, branch: String) {
    self.init(
      folder, Fingerprint.name(of: "\(repository.identity)\u{0}\(branch)", digits: 32),
      About(repository: repository.name, branch: branch))
  }

  package init(_ folder: FilePath, _ group: String, _ about: About) {
    var bounds = StoreBounds()
    bounds.entryBytes = 4 << 10
    store = KeyedStore(
      folder.appending("history"), StoreFormat("coverage-history", version: 1), bounds: bounds, isPrivate: false)
    branches = Self.branches(folder)
    self.group = group
    self.about = about
  }

  private static func branches(_ folder: FilePath) -> KeyedStore<NamedKey, About> {
    KeyedStore(folder.appending("branches"), StoreFormat("branches", version: 1), isPrivate: false)
  }

  /// The branches with a history on this machine by their groups.
  ///
  /// - Parameter folder: the folder of all cached results.
  package static func all(in folder: FilePath) -> [String: About] { branches(folder).values(in: branches) }

  /// The key of the branch among all branches.
  package var branch: NamedKey { NamedKey(group: Self.branches, name: group) }

  /// The entries in the order of the commits' first reviews, without unreadable ones.
  package var entries: [Entry] {
    store.values(in: group).values.sorted { ($0.time, $0.commit.hex) < ($1.time, $1.commit.hex) }
  }

  /// The entries that could not be read since the history was opened.
  package var unreadable: UnreadableRecords {
    var unreadable = UnreadableRecords(store, of: "the coverage")
    unreadable.inDatabase = unreadableInDatabase
    return unreadable
  }

  /// Adds an entry. If the commit already has one, its counts are replaced and its time is kept.
  package func append(_ new: Entry) throws {
    let key = NamedKey(group: group, name: new.commit.hex)
    let time = min(new.time, store.value(for: key)?.time ?? new.time)
    let entry = Entry(
      commit: new.commit, time: Date(timeIntervalSince1970: TimeInterval(time)), project: new.project,
      patch: new.patch, testsPassed: new.testsPassed)
    try store.set(entry, for: key)
    try branches.set(about, for: branch)
    guard store.keys(of: group).count > Self.maximumEntries else { return }
    for entry in entries.dropLast(Self.maximumEntries) {
      try store.remove(NamedKey(group: group, name: entry.commit.hex))
    }
  }
}
