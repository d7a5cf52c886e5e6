// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
package import KeyedStore
package import ReviewContract
import SystemPackage
package import TestHistory

/// The cached results of base branches' commits, and the coverage histories, that machines share.
package struct SharedBaseResults: Sendable {
  package let tests: any TypedStore<CommitKey, BaseResult>
  package let coverage: any TypedStore<CommitKey, KeptCoverage>
  package let history: any TypedStore<NamedKey, CoverageHistory.Entry>
  package let branches: any TypedStore<NamedKey, CoverageHistory.About>
  package let records: any TypedStore<TimedKey, TestRecord>
  package let flips: any TypedStore<TimedKey, FlipRecord>

  package init(
    tests: any TypedStore<CommitKey, BaseResult>, coverage: any TypedStore<CommitKey, KeptCoverage>,
    history: any TypedStore<NamedKey, CoverageHistory.Entry>,
    branches: any TypedStore<NamedKey, CoverageHistory.About>, records: any TypedStore<TimedKey, TestRecord>,
    flips: any TypedStore<TimedKey, FlipRecord>
  ) {
    self.tests = tests
    self.coverage = coverage
    self.history = history
    self.branches = branches
    self.records = records
    self.flips = flips
  }
}

/// Brings the cached results of a review's base commits from other machines to this one, and new ones to the others.
struct BaseResultSharing: Sendable {
  private let shared: SharedBaseResults
  private let history: CoverageHistory
  private let progress: ProgressHandler
  private let commits: Set<CommitID>
  private var tests: [CommitID: StoreExchange<CommitKey, BaseResult>] = [:]
  private var coverage: [CommitID: StoreExchange<CommitKey, KeptCoverage>] = [:]
  private var entries: StoreExchange<NamedKey, CoverageHistory.Entry>
  private var records: [RecordExchange<TimedKey, TestRecord>] = []
  private let testHistory: TestHistory
  private var flips: RecordExchange<TimedKey, FlipRecord>

  /// Fetches the other machines' results, which replace this machine's. Where both machines measured a commit, the lines
  /// that differ are remembered. Reports a failure as a detail; the review then
  /// uses this machine's results.
  ///
  /// - Parameters:
  ///   - folder: the folder of all cached results.
  ///   - workspace: that of the review, whose merge base and base tip are concerned.
  ///   - history: the history of the base branch on this machine.
  ///   - tests: the history of its tests.
  ///   - flips: the lines of the branch whose coverage differs between runs.
  init(
    _ shared: SharedBaseResults, _ folder: FilePath, in workspace: Workspace, history: CoverageHistory,
    tests: TestHistory, flips: FlipMemory, progress: @escaping ProgressHandler
  ) async {
    let commits: Set<CommitID> = [workspace.mergeBase, workspace.base]
    self.shared = shared
    self.history = history
    self.progress = progress
    self.commits = commits
    testHistory = tests
    self.flips = RecordExchange(flips.records, shared.flips, group: flips.group, count: FlipMemory.window)
    entries = StoreExchange(
      history.store, shared.history, group: history.group, names: Set(commits.map(\.hex)))
    let (testCache, coverageCache) = (ResultCache(folder).entries, CoverageCache(folder).entries)
    for commit in commits {
      var tests = StoreExchange(testCache, shared.tests, group: commit.hex)
      await report("cannot read the tests of the base \(commit.short)") { try await tests.fetch() }
      self.tests[commit] = tests
      var coverage = StoreExchange(coverageCache, shared.coverage, group: commit.hex)
      let own = coverageCache.values(in: commit.hex)
      await report("cannot read the coverage of the base \(commit.short)") { try await coverage.fetch() }
      self.coverage[commit] = coverage
      let others = coverageCache.values(in: commit.hex)
      for (name, kept) in own {
        guard let other = others[name], other.settings == kept.settings else { continue }
        await report("cannot remember lines whose coverage differs between runs") {
          if let more = try flips.compare(kept.snapshot, other.snapshot, CommitTexts(workspace)) {
            progress(.detail(more))
          }
        }
      }
    }
    await report("cannot read the coverage history of the base") { try await entries.fetch() }
    await report("cannot read which lines other machines know to flip") { try await self.flips.fetch() }
    for group in tests.groups {
      var records = RecordExchange(tests.records, shared.records, group: group, count: TestHistory.window)
      await report("cannot read the test results of other machines") { try await records.fetch() }
      self.records.append(records)
    }
  }

  /// Shares the results that the review added or changed, and those that an earlier review could not share.
  func share() async {
    for commit in commits {
      await report("cannot share the tests of the base \(commit.short)") { try await tests[commit]?.share() }
      await report("cannot share the coverage of the base \(commit.short)") { try await coverage[commit]?.share() }
    }
    await report("cannot share the coverage history of the base") { try await entries.share() }
    await report("cannot share the lines whose coverage differs between runs") { try await flips.share() }
    for records in records { await report("cannot share the test results") { try await records.share() } }
    await report("cannot share the name of the base branch") { try await shareBranch() }
  }

  /// Has the name of a branch live as long as its last entry.
  private func shareBranch() async throws {
    let hasTests = !testHistory.records.keys(of: testHistory.groups[0]).isEmpty
    guard hasTests || history.entries.contains(where: { commits.contains($0.commit) }) else { return }
    try await shared.branches.set(history.about, for: history.branch)
  }

  private func report(_ failure: String, _ body: () async throws -> Void) async {
    do {
      try await body()
    } catch {
      progress(.detail("\(failure): \(error)"))
    }
  }
}
