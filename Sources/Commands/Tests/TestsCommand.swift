// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import CommandSupport
import Foundation
import HostileText
import ReviewHost
import TestHistory

struct TestsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tests",
    abstract: "Show the results of tests in earlier reviews.",
    discussion: CommandHelp(
      text: """
        Each review keeps the results of its tests, those of the base branch apart from those of pull requests. \
        Nothing is fetched, built or run.
        """,
      examples: [
        ("tests flaky", "list the tests that failed on the base branch"),
        ("tests history ShapeTests/testArea", "list the runs of a test"),
        ("tests slow --config /etc/reviewbot/server.yml", "list the slowest tests of a daemon's reviews"),
        ("tests flaky --format svg --output flaky.svg", "draw the results of the tests that failed"),
      ],
      statuses: [(0, "the results were shown")] + CommandHelp.failures, variables: [CommandHelp.home]
    ).discussion,
    subcommands: [TestHistoryCommand.self, FlakyTestsCommand.self, SlowTestsCommand.self, QuarantineCommand.self])
}

/// The options that choose the records.
struct TestRecordOptions: ParsableArguments {
  @OptionGroup var choice: BranchChoice

  @Option(
    help: ArgumentHelp("The operator's file of a daemon, whose reviews are shown.", valueName: "FILE"),
    completion: .file())
  var config: String?

  @Option(help: ArgumentHelp("The output format.", valueName: "FORMAT"))
  var format = TestFormat.table

  @Option(
    help: ArgumentHelp("Write to this file instead of the standard output.", valueName: "FILE"), completion: .file())
  var output: String?

  func history() async throws -> TestHistory {
    let stored = try await StoredHistories(config)
    let branches = try await stored.memory.allTests(on: stored.forges) { StoredHistories.complain(about: $0) }
    return try await choice.choose(
      branches, "test results", remedy: "review a pull request with tests.base: run, or check the base branch itself"
    ).history()
  }

  /// Prints rows as a table or as JSON, or a plot, and names the records that could not be read.
  func show<Row: Encodable>(
    _ rows: [Row], of history: TestHistory, titles: [String], plot: @autoclosure () -> String, cells: (Row) -> [String]
  ) throws {
    let unreadable = history.unreadable
    let text =
      switch format {
      case .table: try TableFormat.table.text(rows, titles: titles, cells: cells)
      case .json: try TableFormat.json(TestList(rows: rows, unreadableRecords: unreadable.count))
      case .svg: plot()
      }
    try Console.say(text, orWriteTo: output)
    StoredHistories.complain(about: unreadable)
  }
}

/// The JSON of a list of tests or runs.
private struct TestList<Row: Encodable>: Encodable {
  let rows: [Row]
  let unreadableRecords: Int
}

enum TestFormat: String, ExpressibleByArgument, CaseIterable {
  case table, json, svg
}

enum TableFormat: String, ExpressibleByArgument, CaseIterable {
  case table, json

  /// Prints rows as a table, or as an array of JSON.
  func show<Row: Encodable>(_ rows: [Row], titles: [String], cells: (Row) -> [String]) throws {
    try Console.say(text(rows, titles: titles, cells: cells), orWriteTo: nil)
  }

  func text<Row: Encodable>(_ rows: [Row], titles: [String], cells: (Row) -> [String]) throws -> String {
    switch self {
    case .table:
      let lines = TextTable(titles, rows.map { cells($0).map { HostileText($0).line() } }).lines
      return lines.map { "\($0)\n" }.joined()
    case .json: return try Self.json(rows)
    }
  }

  static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }
}

enum TestTexts {
  /// `2026-11-02 14:05`, in UTC.
  static func time(_ seconds: Int) -> String {
    String(Date(timeIntervalSince1970: TimeInterval(seconds)).ISO8601Format().prefix(16)).replacing("T", with: " ")
  }

  static func percent(_ rate: Double) -> String { "\((rate * 1_000).rounded() / 10)%" }
}
