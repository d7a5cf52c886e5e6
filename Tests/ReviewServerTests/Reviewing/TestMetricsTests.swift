// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import JobQueue
import Observability
import ReviewContract
import Testing

@testable import ReviewServer

/// The metrics of failed tests.
struct TestMetricsTests {
  private let registry = PrometheusRegistry()

  private func report(_ claims: [FailureHistory.Claim?], quarantined: Int = 0) throws -> Report {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let report = try ReportFile.decode(
      Data(contentsOf: tests.appendingPathComponent("ReportingTests/Golden/reports/testsRed.json")))
    var run = try #require(report.runs.first)
    let sample = try #require(run.failures.first)
    run.failures = (0..<(claims.count + quarantined)).map { index in
      var failure = TestFailure(suite: "A", name: "\(index)", message: sample.message)
      if index < claims.count {
        failure.history = FailureHistory(claim: claims[index], runs: 9, failures: 1, lastFailure: nil)
      } else {
        failure.quarantine = Quarantine(until: "2999-12-31", reason: "")
      }
      return failure
    }
    // Also in the merge.
    return report.with(runs: [run, run])
  }

  @Test func `failed tests are counted once, by what the history says`() throws {
    let metrics = TestMetrics(factory: PrometheusFactory(registry))
    let shapes = RepositoryReference(forge: "github", name: "acme/shapes")
    let claims: [FailureHistory.Claim?] = [
      .flaky, .flaky, .broken(since: nil, commits: 9), .machine("m"), .new, .thisChange, nil,
    ]
    metrics.note(try report(claims, quarantined: 1), of: shapes, suggestsQuarantine: false)
    let text = registry.text()
    for (reason, count) in [
      ("flaky", 2), ("base", 1), ("machine", 1), ("new", 1), ("change", 1), ("quarantine", 1), ("unknown", 1),
    ] {
      #expect(text.contains("reviewbot_failed_tests_total{reason=\"\(reason)\",repository=\"\(shapes)\"} \(count)"))
    }
    #expect(!text.contains("reviewbot_quarantine_suggestions_total"))
    metrics.note(try report(claims), of: shapes, suggestsQuarantine: true)
    #expect(registry.text().contains("reviewbot_quarantine_suggestions_total{repository=\"\(shapes)\"} 2"))
  }

  @Test func `the number of repositories is bounded`() throws {
    let metrics = TestMetrics(factory: PrometheusFactory(registry))
    for number in 0..<(TestMetrics.mostRepositories + 20) {
      let repository = RepositoryReference(forge: "github", name: "acme/\(number)")
      metrics.note(try report([.flaky]), of: repository, suggestsQuarantine: false)
    }
    let lines = registry.text().split(separator: "\n").filter { $0.hasPrefix("reviewbot_failed_tests_total{") }
    #expect(lines.count == TestMetrics.mostRepositories + 1)
    #expect(lines.contains { $0.contains("repository=\"*\"") && $0.hasSuffix(" 20") })
  }
}
