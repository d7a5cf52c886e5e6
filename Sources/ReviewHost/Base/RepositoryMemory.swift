// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import KeyedStore
package import ReviewContract
package import SystemPackage
package import TestHistory

/// The results of a branch's tests, of this machine or of all machines that share a queue.
package struct BranchTests: Sendable {
  package let repository: String
  package let branch: String
  package let history: @Sendable () async throws -> TestHistory

  /// The results of this machine, ordered by repository and branch.
  package static func all(in home: HomeDirectory) -> [BranchTests] {
    TestHistory.all(in: home.tests).map { history in
      BranchTests(repository: history.about.repository, branch: history.about.branch) { history }
    }
  }
}

/// What reviews have stored of the branches of repositories, on this machine or on all machines that share a queue.
package struct RepositoryMemory: Sendable {
  private let home: HomeDirectory
  private let shared: SharedBaseResults?
  private let retention: Duration

  /// - Parameters:
  ///   - shared: `nil` if this machine does not share results.
  ///   - retention: how long the records of tests are kept.
  package init(_ home: HomeDirectory, sharedBy shared: SharedBaseResults?, retention: Duration) {
    self.home = home
    self.shared = shared
    self.retention = retention
  }

  /// The names of repositories and their branches. Another forge can have a repository of the same name.
  package func branches() async throws -> [CoverageHistory.About] {
    let tests = TestHistory.all(in: home.tests).map {
      CoverageHistory.About(repository: $0.about.repository, branch: $0.about.branch)
    }
    let coverage = CoverageHistory.all(in: home.results).map(\.about)
    let others = try await shared?.branches.values(in: BranchKey.all).values.map(\.self) ?? []
    return Set(tests + coverage + others).sorted { ($0.repository, $0.branch) < ($1.repository, $1.branch) }
  }

  /// Returns which of some branches of a repository have test results or coverage.
  package func known(_ branches: some Sequence<String>, of repository: Repository) async throws -> [String] {
    var known: [String] = []
    for branch in Set(branches).sorted() {
      let hasTests = try await hasTests(branch, repository)
      let isKnown = hasTests ? true : try await hasCoverage(branch, repository)
      if isKnown { known.append(branch) }
    }
    return known
  }

  /// Returns the results of all branches, ordered by repository and branch.
  ///
  /// - Parameter forges: return a repository by its name.
  package func allTests(on forges: [@Sendable (String) -> Repository]) async throws -> [BranchTests] {
    var found: [BranchTests] = []
    for about in try await branches() {
      for forge in forges {
        let repository = forge(about.repository)
        guard try await hasTests(about.branch, repository) else { continue }
        found.append(
          BranchTests(repository: about.repository, branch: about.branch) { [self] in
            try await tests(of: about.branch, repository)
          })
      }
    }
    return found
  }

  private func hasTests(_ branch: String, _ repository: Repository) async throws -> Bool {
    let tests = history(of: branch, repository)
    if !tests.records.keys(of: tests.groups[0]).isEmpty { return true }
    guard let shared else { return false }
    return try await !shared.records.names(in: tests.groups[0]).isEmpty
  }

  private func hasCoverage(_ branch: String, _ repository: Repository) async throws -> Bool {
    let coverage = CoverageHistory(home.results, repository: repository, branch: branch)
    if !coverage.entries.isEmpty { return true }
    guard let shared else { return false }
    return try await !shared.history.names(in: coverage.key).isEmpty
  }

  /// Returns the history of a branch's tests, with the results of the other machines.
  package func tests(of branch: String, _ repository: Repository) async throws -> TestHistory {
    let history = history(of: branch, repository)
    guard let shared else { return history }
    for group in history.groups {
      var exchange = RecordExchange(history.records, shared.records, group: group, count: TestHistory.window)
      try await exchange.fetch()
    }
    return history
  }

  /// Returns the coverage of a branch's commits, in the order of the commits' first reviews.
  package func coverage(of branch: String, _ repository: Repository) async throws -> [CoverageHistory.Entry] {
    let history = CoverageHistory(home.results, repository: repository, branch: branch)
    guard let shared else { return history.entries }
    return try await shared.history.values(in: history.key).values
      .sorted { ($0.time, $0.commit.hex) < ($1.time, $1.commit.hex) }
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
}
