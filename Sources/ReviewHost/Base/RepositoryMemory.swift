// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
import KeyedStore
package import ReviewContract
import SystemPackage
package import TestHistory

/// What is stored of a branch.
package struct StoredBranch<History: Sendable>: Sendable {
  /// The repository's name on its forge, or its path.
  package let repository: String
  package let branch: String
  package let history: @Sendable () async throws -> History
}

/// What reviews have stored of the branches of repositories, on this machine or on all machines that share a queue.
package struct RepositoryMemory: Sendable {
  private let home: HomeDirectory
  private let shared: SharedBaseResults?
  private let retention: Duration

  /// - Parameters:
  ///   - shared: `nil` if this machine does not share results.
  ///   - retention: how long the records of tests are kept.
  package init(_ home: HomeDirectory, sharedBy shared: SharedBaseResults? = nil, retention: Duration) {
    self.home = home
    self.shared = shared
    self.retention = retention
  }

  /// The names of repositories and their branches. Another forge can have a repository of the same name.
  package func branches() async throws -> [CoverageHistory.About] {
    let tests = TestHistory.all(in: home.tests).map {
      CoverageHistory.About(repository: $0.about.repository, branch: $0.about.branch)
    }
    return Set(try await branchesByGroup().values + tests).sorted {
      ($0.repository, $0.branch) < ($1.repository, $1.branch)
    }
  }

  private func branchesByGroup() async throws -> [String: CoverageHistory.About] {
    let others = try await shared?.branches.values(in: CoverageHistory.branches) ?? [:]
    return CoverageHistory.all(in: home.results).merging(others) { own, _ in own }
  }

  /// Returns which of some branches of a repository have test results or coverage.
  package func known(_ branches: some Sequence<String>, of repository: Repository) async throws -> [String] {
    var known: [String] = []
    for branch in Set(branches).sorted() {
      let (tests, coverage) = (history(of: branch, repository), coverageHistory(of: branch, repository))
      let hasTests = try await has(tests.groups[0], in: tests.records, or: shared?.records)
      let isKnown = hasTests ? true : try await has(coverage.group, in: coverage.store, or: shared?.history)
      if isKnown { known.append(branch) }
    }
    return known
  }

  /// Whether a group has entries, readable or not.
  private func has<Key: StoreKey, Value: StoredValue>(
    _ group: String, in own: KeyedStore<Key, Value>, or shared: (any TypedStore<Key, Value>)?
  ) async throws -> Bool {
    if !own.keys(of: group).isEmpty { return true }
    guard let shared else { return false }
    return try await !shared.names(in: group).isEmpty
  }

  /// Returns the branches with results of tests, ordered by repository and branch.
  ///
  /// - Parameters:
  ///   - forges: return a repository by its name, for the results of other machines.
  ///   - unreadable: gets the branches whose names cannot be read.
  package func allTests(
    on forges: [@Sendable (String) -> Repository] = [], unreadable: (UnreadableRecords) -> Void = { _ in }
  ) async throws -> [StoredBranch<TestHistory>] {
    let own = TestHistory.all(in: home.tests, unreadable: unreadable)
    guard let shared else {
      return own.map { history in
        StoredBranch(repository: history.about.repository, branch: history.about.branch) { history }
      }
    }
    var found: [StoredBranch<TestHistory>] = []
    for about in try await branches() {
      for forge in forges {
        let repository = forge(about.repository)
        let history = history(of: about.branch, repository)
        guard try await has(history.groups[0], in: history.records, or: shared.records) else { continue }
        found.append(
          StoredBranch(repository: about.repository, branch: about.branch) {
            try await tests(of: about.branch, repository)
          })
      }
    }
    return found
  }

  /// Returns the branches with coverage, ordered by repository and branch.
  package func allCoverage() async throws -> [StoredBranch<CoverageHistory>] {
    try await branchesByGroup().map { group, about in
      StoredBranch(repository: about.repository, branch: about.branch) {
        try await filled(CoverageHistory(home.results, group, about))
      }
    }.sorted { ($0.repository, $0.branch) < ($1.repository, $1.branch) }
  }

  /// Returns the history of a branch's tests, with the results of the other machines.
  package func tests(of branch: String, _ repository: Repository) async throws -> TestHistory {
    var history = history(of: branch, repository)
    guard let shared else { return history }
    for group in history.groups {
      var exchange = RecordExchange(history.records, shared.records, group: group, count: TestHistory.window)
      try await exchange.fetch()
      history.unreadableInDatabase += exchange.unreadable
    }
    return history
  }

  /// Returns the coverage of a branch's commits, with that of the other machines.
  package func coverage(of branch: String, _ repository: Repository) async throws -> CoverageHistory {
    try await filled(coverageHistory(of: branch, repository))
  }

  private func filled(_ history: CoverageHistory) async throws -> CoverageHistory {
    guard let shared else { return history }
    var history = history
    let names = try await shared.history.names(in: history.group)
    var exchange = StoreExchange(history.store, shared.history, group: history.group)
    try await exchange.fetch()
    history.unreadableInDatabase = Set(names).subtracting(history.store.names(in: history.group)).count
    return history
  }

  /// Explains which records could not be read, with the folder below that of the daemon; `nil` if all could.
  package func explanation(of unreadable: UnreadableRecords) -> String? {
    var folder = unreadable.folder
    return unreadable.explanation(in: "\(folder.removePrefix(home.path) ? folder : unreadable.folder)")
  }

  /// Returns the coverage of the files of a commit, preferably by tests that passed; `nil` if it is not stored any more.
  package func snapshot(of commit: CommitID) async throws -> CoverageSnapshot? {
    let entries = CoverageCache(home.results).entries
    let stored = try await shared?.coverage.values(in: commit.hex) ?? entries.values(in: commit.hex)
    let snapshots = stored.sorted { $0.key < $1.key }.map(\.value.snapshot).filter { $0.commit == commit }
    return snapshots.first(where: \.testsPassed) ?? snapshots.first
  }

  private func history(of branch: String, _ repository: Repository) -> TestHistory {
    TestHistory(home.tests, repository: repository, branch: branch, retention: retention)
  }

  private func coverageHistory(of branch: String, _ repository: Repository) -> CoverageHistory {
    CoverageHistory(home.results, repository: repository, branch: branch)
  }
}
