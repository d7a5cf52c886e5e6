// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The result of building and testing a base commit.
package struct BaseResult: Hashable, Codable, Sendable {
  /// The version of the JSON. An entry of another version is ignored.
  package static let schemaVersion = 1
  private static let maximumFailed = 2000

  package struct Package: Hashable, Codable, Sendable {
    /// From the repository's root; empty for the root itself.
    package let package: String
    package let outcome: TestRun.Outcome
    /// How many tests there were.
    package let total: Int
    /// Those that failed, ordered.
    package let failed: [TestID]
    /// How many failed besides.
    package let unlisted: Int

    package init(package: String, outcome: TestRun.Outcome, total: Int, failed: [TestID], unlisted: Int = 0) {
      self.package = package
      self.outcome = outcome
      self.total = total
      self.failed = failed
      self.unlisted = unlisted
    }

    init(_ run: TestRun) {
      let listed = run.cases.filter { $0.result == .failed || $0.result == .crashed }.map(\.id)
      // A flaky test fails now and then: when it does next time, that is nothing new.
      let failed = Set(listed + run.failures.map(\.id) + run.flaky.map(\.id)).sorted { $0.description < $1.description }
      self.init(
        package: run.package, outcome: run.outcome, total: run.tests.total,
        failed: Array(failed.prefix(BaseResult.maximumFailed)),
        unlisted: max(0, max(run.tests.failed, failed.count) - min(failed.count, BaseResult.maximumFailed)))
    }
  }

  package let schema: Int
  package let commit: CommitID
  /// Names the parts of the configuration that the results depend on.
  package let settings: String
  /// `swift --version`, first line.
  package let toolchain: String
  package let packages: [Package]

  package init(commit: CommitID, settings: String, toolchain: String, packages: [Package]) {
    schema = Self.schemaVersion
    self.commit = commit
    self.settings = settings
    self.toolchain = toolchain
    self.packages = packages
  }

  /// The result of a review of the commit itself; `nil` when it did not get as far as building.
  package init?(of report: Report, settings: String) {
    let runs = report.runs.filter { $0.side == .head && $0.outcome != .couldNotRun }
    guard let toolchain = runs.first?.toolchain, !toolchain.isEmpty else { return nil }
    self.init(commit: report.head, settings: settings, toolchain: toolchain, packages: runs.map { Package($0) })
  }
}

/// The comparison of a change's test results with its base's.
package enum BaseTests: String, Codable, Sendable, CaseIterable {
  /// With what an earlier review of the base left.
  case cached
  /// The same; without it, the base is built and tested when the change has failures.
  case run
  /// Not at all.
  case off
}

/// The effect of failures that the base has as well.
package enum ExistingFailures: String, Codable, Sendable, CaseIterable {
  /// They fail the review, as any other.
  case fail
  /// They are only shown.
  case pass
}
