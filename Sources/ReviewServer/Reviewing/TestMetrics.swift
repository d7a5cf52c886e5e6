// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import CoreMetrics
package import JobQueue
package import ReviewContract

/// Counts the failed tests of pull requests by repository, and by what the history of the base branch says about them.
package struct TestMetrics: Sendable {
  /// The repositories with metrics of their own, those that are reviewed first.
  static let mostRepositories = 100
  /// The value of the dimension `repository` for all further ones. No repository has this name.
  static let others = "*"

  private let factory: any MetricsFactory
  private let repositories = Locked<Set<String>>([])

  package init(factory: any MetricsFactory) { self.factory = factory }

  /// - Parameter suggestsQuarantine: whether the configuration has reviews suggest a quarantine for flaky tests.
  func note(_ report: Report, of repository: RepositoryReference, suggestsQuarantine: Bool) {
    let name = label(of: "\(repository)")
    var counts: [String: Int] = [:]
    var counted: Set<[String]> = []
    // A test fails in the head and in the merge.
    for run in report.runs {
      for failure in run.failures where counted.insert([run.package, "\(failure.id)"]).inserted {
        counts[Self.reason(failure), default: 0] += 1
      }
    }
    for (reason, count) in counts {
      Counter(
        label: "reviewbot_failed_tests", dimensions: [("repository", name), ("reason", reason)], factory: factory
      ).increment(by: count)
    }
    guard suggestsQuarantine, let flaky = counts["flaky"] else { return }
    Counter(label: "reviewbot_quarantine_suggestions", dimensions: [("repository", name)], factory: factory)
      .increment(by: flaky)
  }

  private func label(of repository: String) -> String {
    repositories.withLock { repositories in
      if repositories.contains(repository) { return repository }
      guard repositories.count < Self.mostRepositories else { return Self.others }
      repositories.insert(repository)
      return repository
    }
  }

  private static func reason(_ failure: TestFailure) -> String {
    if failure.quarantine != nil { return "quarantine" }
    switch failure.history?.claim {
    case .flaky: return "flaky"
    case .broken: return "base"
    case .machine: return "machine"
    case .new: return "new"
    case .thisChange: return "change"
    case nil: return failure.failsOnBase == true ? "base" : "unknown"
    }
  }
}

extension TestMetrics {
  /// Calls `describe` with the description of each metric.
  package static func describe(_ describe: (_ name: String, _ text: String) -> Void) {
    describe("reviewbot_failed_tests", "Failed tests of pull requests by repository and reason.")
    describe("reviewbot_quarantine_suggestions", "Flaky tests for which a quarantine was suggested, by repository.")
  }
}
