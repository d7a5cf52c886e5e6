// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
package import Foundation
package import KeyedStore
package import ReviewContract
package import SystemPackage

/// The results of tests of a repository's earlier reviews: those of a base branch, and apart from them those of pull
/// requests, which any author can write.
package struct TestHistory: Sendable {
  package typealias Store = KeyedStore<TimedKey, TestRecord>

  /// The runs of the base branch from which claims are made, the latest ones.
  package static let window = 100
  package static let format = StoreFormat("tests", version: 1)
  private static let day = 86_400
  /// The bound of all records on this machine. 20,000 tests in 500 runs take 80 MB.
  private static let maximumBytes = 2 << 30

  /// The repository and the branch of a history.
  package struct About: Hashable, Codable, StoredValue {
    /// The repository's name on its forge, or its path.
    package let repository: String
    package let branch: String
    fileprivate let pullRequests: String
  }

  package let about: About
  package let records: Store
  /// The number of records in the database of the other machines that could not be read.
  package var unreadableInDatabase = 0
  private let branches: KeyedStore<TimedKey, About>
  private let group: String

  /// - Parameters:
  ///   - folder: the folder of all records.
  ///   - retention: how long a record is kept.
  package init(
    _ folder: FilePath, repository: Repository, branch: String, retention: Duration,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    let pullRequests = TimedKey.group("pulls", repository.identity)
    self.init(
      folder, About(repository: repository.name, branch: branch, pullRequests: pullRequests),
      TimedKey.group("branch", repository.identity, branch), retention: retention, now: now)
  }

  private init(
    _ folder: FilePath, _ about: About, _ group: String, retention: Duration?,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    var bounds = StoreBounds()
    bounds.bytes = Self.maximumBytes
    bounds.age = retention
    bounds.countsReading = false
    records = KeyedStore(
      folder.appending("records"), Self.format, bounds: bounds, now: now)
    branches = Self.branches(folder)
    self.about = about
    self.group = group
  }

  private static func branches(_ folder: FilePath) -> KeyedStore<TimedKey, About> {
    KeyedStore(folder.appending("branches"), StoreFormat("test-branches", version: 1))
  }

  /// The histories of all branches, ordered by repository and branch.
  ///
  /// - Parameters:
  ///   - folder: the folder of all records.
  ///   - unreadable: gets the branches whose names cannot be read.
  package static func all(in folder: FilePath, unreadable: (UnreadableRecords) -> Void = { _ in }) -> [TestHistory] {
    let branches = branches(folder)
    defer { unreadable(UnreadableRecords(branches, of: "branches")) }
    let histories = branches.keys.compactMap { key -> TestHistory? in
      guard let group = key.group, let about = branches.value(for: key) else { return nil }
      return TestHistory(folder, about, group, retention: nil)
    }
    return histories.sorted { ($0.about.repository, $0.about.branch) < ($1.about.repository, $1.about.branch) }
  }

  /// The records that could not be read since the history was opened.
  package var unreadable: UnreadableRecords {
    var unreadable = UnreadableRecords(records, of: "earlier test results")
    unreadable.inDatabase = unreadableInDatabase
    return unreadable
  }

  /// The groups of ``records``: the branch, and the pull requests.
  package var groups: [String] { [group, about.pullRequests] }

  /// Adds the record of a run. The record of the same run is replaced.
  ///
  /// - Throws: ``StoreFailure`` if it cannot be written.
  package func add(_ record: TestRecord) throws(StoreFailure) {
    let run = record.run
    // Two machines that write the same run write the same entry.
    let key = TimedKey(group: run.pullRequest == nil ? group : about.pullRequests, run.time, run.id, run.commit.hex)
    try records.set(record, for: key)
    if run.pullRequest == nil, let branch = TimedKey(group: group, name: "about") {
      try branches.set(about, for: branch)
    }
  }

  /// The latest records of the base branch, the newest first.
  package func baseRecords(limit: Int = window) -> [TestRecord] { latest(of: group, limit: limit) }

  /// The latest records of pull requests, the newest first.
  package func pullRequestRecords(limit: Int = window) -> [TestRecord] { latest(of: about.pullRequests, limit: limit) }

  /// The records of pull requests within a day before a time, the newest first.
  package func pullRequestRecords(before time: Int, limit: Int = window) -> [TestRecord] {
    latest(of: about.pullRequests, limit: limit, since: TimedKey.time(time - Self.day))
  }

  private func latest(of group: String, limit: Int, since: String = "") -> [TestRecord] {
    var found: [TestRecord] = []
    for key in records.keys(of: group).sorted(by: { $0.name > $1.name }) where key.name >= since {
      if found.count == limit { break }
      if let record = records.value(for: key) { found.append(record) }
    }
    return found
  }
}
