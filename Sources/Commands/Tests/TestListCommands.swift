// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import CommandSupport
import Findings
import Foundation
import Reporting
import ReviewContract
import TestHistory

struct FlakyTestsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flaky",
    abstract: "List the tests that failed in the latest 100 runs of the base branch.",
    discussion: CommandHelp(
      text: """
        The rate has its 95 % interval (Wilson). A test is flaky if it passed and failed with the same commit on the \
        same machine, or failed, passed and failed again. Runs of pull requests are not counted.
        """,
      examples: [("tests flaky", "list them"), ("tests flaky --format json", "for other programs")],
      statuses: [(0, "the tests were listed")] + CommandHelp.failures, variables: [CommandHelp.home]
    ).discussion)

  @OptionGroup var options: TestRecordOptions

  private struct Row: Encodable {
    let package: String
    let test: String
    let failures: Int
    let runs: Int
    let rate: Double
    let lowerRate: Double
    let upperRate: Double
    let lastFailure: Int
    let isFlaky: Bool
  }

  func run() async throws {
    let history = try await options.history()
    let summary = TestSummary(history.baseRecords())
    let rates = summary.failureRates
    let rows = rates.map { rate in
      Row(
        package: rate.test.package, test: rate.test.test.description, failures: rate.failures, runs: rate.runs,
        rate: Double(rate.failures) / Double(rate.runs), lowerRate: rate.interval.lower,
        upperRate: rate.interval.upper, lastFailure: rate.lastFailure, isFlaky: rate.isFlaky)
    }
    let titles = ["TEST", "FAILED", "RATE", "LAST FAILURE", "FLAKY"]
    let plot = summary.plot(of: rates, branch: history.about.branch)
    try options.show(rows, of: history, titles: titles, plot: plot.document) { row in
      let test = TestID.shown(row.test, package: row.package)
      let bounds = "\(TestTexts.percent(row.lowerRate)) to \(TestTexts.percent(row.upperRate))"
      return [
        test, "\(row.failures) of \(row.runs)", "\(TestTexts.percent(row.rate)) (\(bounds))",
        TestTexts.time(row.lastFailure), row.isFlaky ? "yes" : "no",
      ]
    }
  }
}

struct SlowTestsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "slow",
    abstract: "List the slowest tests of the base branch, with their trend.",
    discussion: CommandHelp(
      text: """
        The time is the median of the latest 100 runs. The trend compares the latest ten runs with the earlier ones.
        """,
      examples: [("tests slow", "list the ten slowest"), ("tests slow --count 3", "list the three slowest")],
      statuses: [(0, "the tests were listed")] + CommandHelp.failures, variables: [CommandHelp.home]
    ).discussion)

  @OptionGroup var options: TestRecordOptions

  @Option(help: ArgumentHelp("How many tests to list.", valueName: "N"))
  var count = 10

  private struct Row: Encodable {
    let package: String
    let test: String
    let milliseconds: Double
    let runs: Int
    let trend: Double?
  }

  func validate() throws {
    guard (1...20).contains(count) else { throw ValidationError("--count takes a number from 1 to 20, not \(count)") }
  }

  func run() async throws {
    let history = try await options.history()
    let slowest = TestSummary(history.baseRecords()).slowest(count)
    let rows = slowest.map { times in
      Row(
        package: times.test.package, test: times.test.test.description, milliseconds: times.median, runs: times.runs,
        trend: times.trend)
    }
    let plot = slowest.plot(of: history.about.branch)
    try options.show(rows, of: history, titles: ["TEST", "MEDIAN", "RUNS", "TREND"], plot: plot.document) { row in
      let test = TestID.shown(row.test, package: row.package)
      let trend = row.trend.map { TestTimes.text(trend: $0) }
      return [test, String(milliseconds: row.milliseconds), "\(row.runs)", trend ?? "too few runs"]
    }
  }
}

struct TestHistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List the runs of a test, or all runs, the newest first.",
    discussion: CommandHelp(
      text: """
        Lists the latest 100 runs of the base branch, and the latest 100 of pull requests. A plot shows the durations on \
        the base branch only.
        """,
      examples: [
        ("tests history", "list the runs with their numbers of tests"),
        ("tests history ShapeTests/testArea", "list the results of one test"),
        ("tests history \"area()\" --package Packages/Shapes", "a test of a package below the root"),
      ],
      statuses: [(0, "the runs were listed")] + CommandHelp.failures, variables: [CommandHelp.home]
    ).discussion)

  @Argument(help: ArgumentHelp("The test, as reports name it.", valueName: "TEST"))
  var test: String?

  @Option(help: ArgumentHelp("The folder of the test's package; default: the root.", valueName: "PATH"))
  var package = ""

  @OptionGroup var options: TestRecordOptions

  private struct Row: Encodable {
    let time: Int
    let commit: String
    let pullRequest: Int?
    let result: String
    let milliseconds: Double?
    let machine: String
    let toolchain: String
  }

  func run() async throws {
    let history = try await options.history()
    let base = history.baseRecords()
    let records = (base + history.pullRequestRecords()).sorted { $0.run.time > $1.run.time }
    let digest = test.map { TestDigest(Self.id($0), package: package) }
    let rows = records.compactMap { record -> Row? in
      let result: String
      if let digest {
        guard let found = record.results.result(of: digest) else { return nil }
        result = found.rawValue
      } else {
        result = "\(record.results.count) tests, \(record.failures.count) failures"
      }
      return Row(
        time: record.run.time, commit: record.run.commit.hex, pullRequest: record.run.pullRequest, result: result,
        milliseconds: digest.flatMap { record.results.milliseconds(of: $0) }, machine: record.run.machine,
        toolchain: record.run.toolchain)
    }
    if rows.isEmpty, let test {
      StoredHistories.complain(about: history.unreadable)
      throw UsageError(
        "no run has a test named \(test)", remedy: "name it as reports do, SUITE/NAME, and its --package")
    }
    let summary = TestSummary(base)
    let plot =
      digest.map { summary.durations(of: $0, named: test ?? "") } ?? summary.runs.durations(of: history.about.branch)
    let titles = ["TIME", "RUN", "COMMIT", "RESULT", "DURATION"]
    try options.show(rows, of: history, titles: titles, plot: plot.document) { row in
      [
        TestTexts.time(row.time), row.pullRequest.map { "#\($0)" } ?? "base", String(row.commit.prefix(7)), row.result,
        row.milliseconds.map { String(milliseconds: $0) } ?? "",
      ]
    }
  }

  /// Reads `SUITE/NAME`, where the name has no slash outside of parentheses or backticks.
  private static func id(_ text: String) -> TestID {
    let end = text.firstIndex { "(`".contains($0) } ?? text.endIndex
    guard let slash = text[..<end].lastIndex(of: "/") else { return TestID(suite: "", name: text) }
    return TestID(suite: String(text[..<slash]), name: String(text[text.index(after: slash)...]))
  }
}
