// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import HTMLTemplates
import ReviewContract
import TestHistory

/// The tests of a branch that failed, are slow, or are in quarantine.
struct TestTables: Sendable {
  struct Failing: Sendable {
    let test: String
    let rate: String
    let interval: String
    let tone: String
    let kind: String
    let last: String
    let stripHTML: HTML
  }

  struct Slow: Sendable {
    let test: String
    let time: String
    let runs: Int
    let trend: String?
  }

  struct Quarantined: Sendable {
    let test: String
    let until: String
    let isExpired: Bool
    let reason: String
    let issue: String?
  }

  static let mostFailing = 30
  static let mostSlow = 10

  let failing: [Failing]
  let hasFailing: Bool
  let remainingFailing: Int?
  let slow: [Slow]
  let hasSlow: Bool
  let quarantined: [Quarantined]
  let hasQuarantined: Bool

  /// - Parameters:
  ///   - today: such as `2026-11-02`, in UTC.
  ///   - log: the page of a run's log; `nil` if it is not kept any more.
  init(_ overview: TestOverview, today: String, log: (TestRecord.Run) -> String?) {
    failing = overview.failures.map { rate, marks in
      Failing(
        test: rate.test.shown, rate: "\(rate.failures) of \(rate.runs)",
        interval: "\(Self.percent(rate.interval.lower)) to \(Self.percent(rate.interval.upper))",
        tone: rate.isFlaky ? "warn" : "bad", kind: rate.isFlaky ? "flaky" : "failed",
        last: FailureHistory.day(rate.lastFailure), stripHTML: Self.strip(marks, log))
    }
    hasFailing = !failing.isEmpty
    remainingFailing = overview.otherFailures > 0 ? overview.otherFailures : nil
    slow = overview.slowest.map { times in
      Slow(
        test: times.test.shown, time: String(milliseconds: times.median), runs: times.runs,
        trend: times.trend.map { TestTimes.text(trend: $0) })
    }
    hasSlow = !slow.isEmpty
    quarantined = overview.quarantine.map { entry in
      Quarantined(
        test: entry.shown, until: entry.until,
        isExpired: entry.until < today, reason: entry.reason, issue: HTML.isLink(entry.issue) ? entry.issue : nil)
    }
    hasQuarantined = !quarantined.isEmpty
  }

  private static func percent(_ rate: Double) -> String { "\(Int((rate * 100).rounded())) %" }

  /// The results as squares. Only those of failures are in the order of the tab key.
  private static func strip(_ marks: [TestMark], _ log: (TestRecord.Run) -> String?) -> HTML {
    let cells = marks.map { mark -> HTML in
      let tone: HTML = mark.hasFailed ? "bad" : mark.result == .passed ? "good" : ""
      let title =
        "\(mark.run.commit.short.prefix(7)), \(FailureHistory.day(mark.run.time)): "
        + (mark.result?.rawValue ?? "did not run")
      guard mark.result != nil, let page = log(mark.run) else {
        return "<i class=\"\(tone)\" title=\"\(text: title)\"></i>"
      }
      return mark.hasFailed
        ? "<a class=\"\(tone)\" href=\"\(text: page)\" title=\"\(text: title)\" aria-label=\"Log of \(text: title)\"></a>"
        : "<a class=\"\(tone)\" href=\"\(text: page)\" title=\"\(text: title)\" tabindex=\"-1\" aria-hidden=\"true\"></a>"
    }
    return "\(cells)"
  }
}
