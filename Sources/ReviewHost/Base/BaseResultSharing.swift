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
  package let history: any TypedStore<BranchEntryKey, CoverageHistory.Entry>
  package let branches: any TypedStore<BranchKey, CoverageHistory.About>
  package let records: any TypedStore<TestRecordKey, TestRecord>
  package let flips: any TypedStore<FlipKey, FlipRecord>

  package init(
    tests: any TypedStore<CommitKey, BaseResult>, coverage: any TypedStore<CommitKey, KeptCoverage>,
    history: any TypedStore<BranchEntryKey, CoverageHistory.Entry>,
    branches: any TypedStore<BranchKey, CoverageHistory.About>, records: any TypedStore<TestRecordKey, TestRecord>,
    flips: any TypedStore<FlipKey, FlipRecord>
  ) {
    self.tests = tests
    self.coverage = coverage
    self.history = history
    self.branches = branches
    self.records = records
    self.flips = flips
  }
}

/// The key of a commit's entry in the history of a branch.
package struct BranchEntryKey: StoreKey {
  let branch: BranchKey
  let commit: CommitID

  package var group: String? { branch.name }
  package var name: String { commit.hex }

  init(_ branch: BranchKey, _ commit: CommitID) {
    self.branch = branch
    self.commit = commit
  }

  package init?(group: String?, name: String) {
    guard let branch = group.flatMap({ BranchKey(group: BranchKey.all, name: $0) }), let commit = CommitID(name) else {
      return nil
    }
    self.init(branch, commit)
  }
}

/// The key of a branch that has a history.
package struct BranchKey: StoreKey {
  static let all = "all"

  package let name: String

  package var group: String? { Self.all }

  package init?(group: String?, name: String) {
    guard group == Self.all, name.isStoreName else { return nil }
    self.name = name
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
  private let entriesBefore: [CoverageHistory.Entry]
  private var records: [RecordExchange<TestRecordKey, TestRecord>] = []
  private let testHistory: TestHistory
  private var flips: RecordExchange<FlipKey, FlipRecord>

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
    entriesBefore = history.entries.filter { commits.contains($0.commit) }
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
    await report("cannot share the coverage history of the base") { try await shareHistory() }
    await report("cannot share the lines whose coverage differs between runs") { try await flips.share() }
    for records in records { await report("cannot share the test results") { try await records.share() } }
    await report("cannot share the name of the base branch") { try await shareBranch() }
  }

  private func shareHistory() async throws {
    let entries = history.entries.filter { commits.contains($0.commit) }
    guard !entries.isEmpty, let branch = BranchKey(group: BranchKey.all, name: history.key) else { return }
    let others = try await shared.history.values(in: branch.name)
    for entry in entries {
      let other = others[entry.commit.hex]
      // Another machine may have measured the commit again since an earlier review of this one.
      guard other == nil || !entriesBefore.contains(entry) else { continue }
      try await shared.history.set(entry.keepingTime(of: other), for: BranchEntryKey(branch, entry.commit))
    }
  }

  /// Has the name of a branch live as long as its last entry.
  private func shareBranch() async throws {
    guard let branch = BranchKey(group: BranchKey.all, name: history.key),
      !testHistory.records.keys(of: testHistory.groups[0]).isEmpty
        || history.entries.contains(where: { commits.contains($0.commit) })
    else { return }
    try await shared.branches.set(history.about, for: branch)
  }

  private func report(_ failure: String, _ body: () async throws -> Void) async {
    do {
      try await body()
    } catch {
      progress(.detail("\(failure): \(error)"))
    }
  }
}
