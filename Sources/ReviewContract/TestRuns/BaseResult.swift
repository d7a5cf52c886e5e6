// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// The result of building and testing a base commit.
package struct BaseResult: Hashable, Codable, Sendable {
  /// The version of the JSON. An entry of another version is ignored.
  package static let schemaVersion = 1
  fileprivate static let maximumFailed = 2000

  package struct Package: Hashable, Codable, Sendable {
    /// The package's folder, relative to the repository's root; empty for the root itself.
    package let package: String
    package let outcome: TestRun.Outcome
    /// The number of tests.
    package let total: Int
    /// The failed tests, ordered.
    package let failed: [TestID]
    /// The number of failed tests besides ``failed``.
    package private(set) var unlisted = 0
  }

  package let schema: Int
  package let commit: CommitID
  /// A digest of the settings that the results depend on.
  package let settings: String
  /// The first line of `swift --version`.
  package let toolchain: String
  package let packages: [Package]

  package init(commit: CommitID, settings: String, toolchain: String, packages: [Package]) {
    schema = Self.schemaVersion
    self.commit = commit
    self.settings = settings
    self.toolchain = toolchain
    self.packages = packages
  }

  /// Creates the result from a review of the commit itself; `nil` if the review did not build it.
  package init?(of report: Report, settings: String) {
    let runs = report.runs.filter { $0.side == .head && $0.outcome != .couldNotRun }
    guard let toolchain = runs.first?.toolchain, !toolchain.isEmpty, runs.allSatisfy({ $0.reused == nil }) else {
      return nil
    }
    self.init(commit: report.head, settings: settings, toolchain: toolchain, packages: runs.map { Package($0) })
  }
}

extension BaseResult.Package {
  init(_ run: TestRun) {
    let listed = run.cases.filter { $0.result == .failed || $0.result == .crashed }.map(\.id)
    // Flaky tests count as failed, so that their next failure is not new.
    let failed = Set(listed + run.failures.map(\.id) + run.flaky.map(\.id)).sorted { $0.description < $1.description }
    self.init(
      package: run.package, outcome: run.outcome, total: run.tests.total,
      failed: Array(failed.prefix(BaseResult.maximumFailed)),
      unlisted: max(0, max(run.tests.failed, failed.count) - min(failed.count, BaseResult.maximumFailed)))
  }
}

/// The comparison of a change's test results with its base's.
package enum BaseTests: String, Codable, Sendable, CaseIterable {
  /// Compares with the stored result of an earlier review of the base.
  case cached
  /// Compares with the stored result; without it, the base is built and tested when the change has failures.
  case run
  /// Does not compare.
  case off
}

/// The effect of failures that also occur on the base.
package enum ExistingFailures: String, Codable, Sendable, CaseIterable {
  /// They fail the review, like other failures.
  case fail
  /// They are only shown.
  case pass
}
