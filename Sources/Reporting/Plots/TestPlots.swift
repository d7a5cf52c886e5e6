// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
package import ReviewContract
package import TestHistory

extension [RunSummary] {
  /// The times of all tests by run.
  package func durations(of branch: String) -> LinePlot {
    LinePlot(
      title: "Duration of the tests of \(branch)", scale: .duration, nothing: "no runs of tests",
      points: map { run in
        LinePlot.Point(
          value: run.milliseconds, text: String(milliseconds: run.milliseconds),
          label: "\(run.run.commit.short), \(run.tests) tests, \(run.failures) failed", time: run.run.time,
          hasFailed: run.failures > 0)
      })
  }
}

extension TestSummary {
  /// The times of a test in the runs in which it passed or failed.
  package func durations(of test: TestDigest, named name: String) -> LinePlot {
    let points = times(of: test).map { mark, milliseconds in
      LinePlot.Point(
        value: milliseconds, text: String(milliseconds: milliseconds),
        label: "\(mark.run.commit.short), \(mark.result?.rawValue ?? "")", time: mark.run.time,
        hasFailed: mark.hasFailed)
    }
    return LinePlot(title: name, scale: .duration, nothing: "no runs of the test", points: points)
  }

  /// The tests that failed, with their latest results.
  ///
  /// - Parameter rates: of ``failureRates``.
  package func plot(of rates: [FailureRate], branch: String) -> RowPlot {
    RowPlot(
      title: "Tests that failed on \(branch)", nothing: "no test failed",
      rows: rates.map { rate in
        var row = RowPlot.Row(
          name: rate.test.shown, text: "\(rate.failures) of \(rate.runs)\(rate.isFlaky ? ", flaky" : "")")
        row.cells = strip(of: rate.test.digest).map { mark in
          mark.hasFailed ? .failed : mark.result == .passed ? .passed : .absent
        }
        return row
      })
  }

}

extension [TestTimes] {
  /// The slowest tests, with their medians.
  package func plot(of branch: String) -> RowPlot {
    let longest = map(\.median).max() ?? 0
    return RowPlot(
      title: "The slowest tests of \(branch)", nothing: "no test has a known time",
      rows: map { times in
        let trend = times.trend.map { ", \(TestTimes.text(trend: $0))" } ?? ""
        var row = RowPlot.Row(name: times.test.shown, text: "\(String(milliseconds: times.median))\(trend)")
        row.bar = longest > 0 ? times.median / longest : 0
        return row
      })
  }
}
