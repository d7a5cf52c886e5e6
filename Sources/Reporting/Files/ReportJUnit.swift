// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTMLTemplates
import ReviewContract

/// The tests of a report in the XML of JUnit: a suite for each tested package. Passed tests are listed only if they are
/// among the slowest; the counts of a suite include all.
struct ReportJUnit {
  /// - Returns: `nil` when nothing was built or tested.
  func render(_ report: Report) -> String? {
    guard !report.runs.isEmpty else { return nil }
    let failed = report.runs.reduce(0) { $0 + $1.tests.failed }
    let total = report.runs.reduce(0) { $0 + $1.tests.total }
    let head =
      "<testsuites name=\"\(XMLText.escaped(report.tool))\" tests=\"\(total)\" failures=\"\(failed)\" "
      + "errors=\"\(report.runs.count { isError($0) })\">"
    let lines = ["<?xml version=\"1.0\" encoding=\"utf-8\"?>", head] + report.runs.flatMap(suite) + ["</testsuites>"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns whether there are no results of single tests to show the problem.
  private func isError(_ run: TestRun) -> Bool { [.buildFailed, .couldNotRun].contains(run.outcome) }

  private func suite(_ run: TestRun) -> [String] {
    let name = XMLText.escaped(run.package.isEmpty ? run.side.rawValue : "\(run.side.rawValue) \(run.package)")
    let head =
      "  <testsuite name=\"\(name)\" tests=\"\(run.tests.total)\" failures=\"\(run.tests.failed)\" "
      + "skipped=\"\(run.tests.skipped)\" errors=\"\(isError(run) ? 1 : 0)\" time=\"\(seconds(run.milliseconds))\">"
    let known = Set(run.cases.map(\.id))
    let failures = Dictionary((run.failures + run.flaky).map { ($0.id, $0) }) { first, _ in first }
    let unlisted = run.failures.filter { !known.contains($0.id) }.map { failure in
      TestCase(suite: failure.suite, name: failure.name, framework: .xctest, result: .failed)
    }
    let error =
      isError(run)
      ? [
        "    <testcase classname=\"reviewbot\" name=\"\(run.outcome == .buildFailed ? "build" : "run")\">",
        "      <error message=\"\(XMLText.escaped(run.reason))\">\(XMLText.escaped(errors(run)))</error>",
        "    </testcase>",
      ] : []
    return [head] + error + (run.cases + unlisted).flatMap { lines($0, failures[$0.id]) } + ["  </testsuite>"]
  }

  private func errors(_ run: TestRun) -> String {
    run.diagnostics.filter { $0.severity == .error }.prefix(5)
      .map { "\($0.path):\($0.line):\($0.column): \($0.message)" }.joined(separator: "; ")
  }

  private func lines(_ test: TestCase, _ failure: TestFailure?) -> [String] {
    let head =
      "    <testcase classname=\"\(XMLText.escaped(test.suite))\" name=\"\(XMLText.escaped(test.name))\" "
      + "time=\"\(seconds(test.milliseconds))\""
    let place = failure?.path.map { path in failure?.line.map { "\(path):\($0)" } ?? path } ?? ""
    let properties = Self.properties(of: test, failure)
    switch test.result {
    case .passed: return [head + "/>"]
    case .flaky:
      let cause = failure?.repetitions?.text ?? [TestFailure]().flakiness
      return [head + ">"] + properties + ["      <system-out>\(XMLText.escaped(cause))</system-out>", end]
    case .skipped: return [head + ">", "      <skipped message=\"\(XMLText.escaped(test.reason ?? ""))\"/>", end]
    case .failed, .crashed, .unfinished:
      let message = XMLText.escaped(failure?.message ?? test.reason ?? test.result.rawValue)
      let body =
        "      <failure type=\"\(test.result.rawValue)\" message=\"\(message)\">\(XMLText.escaped(place))</failure>"
      let output = failure?.output.map { ["      <system-out>\(XMLText.escaped($0))</system-out>"] } ?? []
      return [head + ">"] + properties + [body] + output + [end]
    }
  }

  /// What is known about a failure: flaky, failing on the base, or in quarantine.
  private static func properties(of test: TestCase, _ failure: TestFailure?) -> [String] {
    let isFlaky = test.result == .flaky || failure?.history?.claim == .flaky
    let values = [
      ("reviewbot.flaky", isFlaky ? "true" : nil),
      ("reviewbot.known", failure?.failsOnBase.map { "\($0)" }),
      ("reviewbot.quarantined", failure?.quarantine.map { "until \($0.until): \($0.reason)" }),
    ]
    let lines = values.compactMap { name, value in
      value.map { "        <property name=\"\(name)\" value=\"\(XMLText.escaped($0))\"/>" }
    }
    return lines.isEmpty ? [] : ["      <properties>"] + lines + ["      </properties>"]
  }

  private let end = "    </testcase>"

  /// `1.234`
  private func seconds(_ milliseconds: Int) -> String {
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}
