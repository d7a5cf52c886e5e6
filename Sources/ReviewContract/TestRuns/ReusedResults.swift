// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// The test targets that the merge runs.
package enum MergeTests: String, Codable, Sendable, CaseIterable {
  /// Those with an input that differs from the head's.
  case reached
  /// All test targets.
  case all
}

/// The test targets that the head runs.
package enum HeadTests: String, Codable, Sendable, CaseIterable {
  /// Those with an input that differs from the merge base's, if the merge base has a complete result that passed.
  case affected
  /// All test targets.
  case all
}

/// The test targets that were not run, because all their inputs are those of an earlier run that passed.
package struct ReusedResults: Hashable, Codable, Sendable {
  /// The maximum number of named targets.
  package static let maximum = 200

  /// The tree of the earlier run.
  package enum Source: String, Codable, Sendable {
    /// The head of the same review.
    case head
    /// The merge base, in an earlier review.
    case base
  }

  package let source: Source
  /// The commit of the earlier run.
  package let commit: CommitID
  /// The names of the targets, ordered. Written by the code under review: hostile text.
  package let targets: [String]
  /// The number of targets besides ``targets``.
  package let unlisted: Int
  /// The number of all test targets of the package.
  package let total: Int

  package init(source: Source, commit: CommitID, targets: [String], total: Int) {
    let ordered = targets.sorted()
    self.source = source
    self.commit = commit
    self.targets = Array(ordered.prefix(Self.maximum))
    unlisted = ordered.count - self.targets.count
    self.total = total
  }

  package var count: Int { targets.count + max(0, unlisted) }
}

/// A run of the same package whose results the test targets keep that no difference reaches.
package struct EarlierRun: Sendable {
  package let source: ReusedResults.Source
  package let commit: CommitID
  /// The targets of the earlier tree; `nil` if they are those that the same manifest finds now.
  package let layout: PackageLayout?
  /// The paths of all files that differ between the trees, relative to the repository's root.
  package let differences: [String]
  /// Those of ``differences`` whose contents alone differ, and that the tests of the earlier run did not open.
  package let unread: Set<String>
  /// All tests of the earlier run; `nil` if they are not known.
  package let listed: [TestID]?
  /// The modules of the tests that did not simply pass, such as flaky ones.
  package let unsteadyModules: Set<String>
  /// Why all targets are run, whatever differs; `nil` if the differences decide.
  package let obstacle: String?
  /// The first lines of `swift --version` of the toolchains with such a run; `nil` for a run of the same review.
  package let toolchains: Set<String>?
  /// Whether the versions of dependencies are those of the earlier run: they are in the repository, or of the same review.
  package let areVersionsKnown: Bool

  package init(
    source: ReusedResults.Source, commit: CommitID, layout: PackageLayout?, differences: [String],
    unread: Set<String> = [], listed: [TestID]?, unsteadyModules: Set<String> = [], obstacle: String? = nil,
    toolchains: Set<String>? = nil, areVersionsKnown: Bool = true
  ) {
    self.toolchains = toolchains
    self.areVersionsKnown = areVersionsKnown
    self.source = source
    self.commit = commit
    self.layout = layout
    self.differences = differences
    self.unread = unread
    self.listed = listed
    self.unsteadyModules = unsteadyModules
    self.obstacle = obstacle
  }
}

extension EarlierRun {
  /// Creates the run of a merge base for the head; `nil` if no result is complete and passed.
  ///
  /// - Parameters:
  ///   - results: of the merge base, with the settings of the review; at most one for each toolchain.
  ///   - package: the folder of the package.
  package init?(
    base results: [BaseResult], of package: String, differences: [String], obstacle: String?, areVersionsKnown: Bool
  ) {
    let passed = results.filter { result in
      result.packages.contains { other in
        other.package == package && other.outcome == .passed && other.total > 0 && other.failed.isEmpty
          && other.unlisted == 0
      }
    }
    guard let first = passed.first, passed.allSatisfy({ $0.commit == first.commit }) else { return nil }
    self.init(
      source: .base, commit: first.commit, layout: nil, differences: differences, listed: nil, obstacle: obstacle,
      toolchains: Set(passed.map(\.toolchain)), areVersionsKnown: areVersionsKnown)
  }

  /// Creates the run of a head for its merge; `nil` if its tests did not all pass, or could not be listed.
  package init?(
    head: TestedWorkspace, at commit: CommitID, differences: [String], unread: Set<String> = [],
    obstacle: String? = nil
  ) {
    guard head.run.outcome == .passed, let layout = head.layout, let listed = head.listed else { return nil }
    let unsteady = head.cases.filter { $0.result != .passed && $0.result != .skipped }
    self.init(
      source: .head, commit: commit, layout: layout, differences: differences, unread: unread, listed: listed,
      unsteadyModules: Set(unsteady.map(\.id.module)), obstacle: obstacle)
  }
}
