// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import CommandSupport
import ConfigurationFiles
import Foundation
import HostileText
import ReviewContract
import ReviewHost
import SystemPackage
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
  var format = TableFormat.table

  func history() throws -> TestHistory {
    let environment = ProcessInfo.processInfo.environment
    let home =
      try config.map { HomeDirectory(path: FilePath(try ServerConfigurationReader().read(file: $0).state.path)) }
      ?? HomeDirectory(environment: environment)
    return try choice.choose(
      TestHistory.all(in: home.tests), about: { ($0.about.repository, $0.about.branch) }, "test results",
      remedy: "review a pull request with tests.base: run, or check the base branch itself")
  }
}

enum TableFormat: String, ExpressibleByArgument, CaseIterable {
  case table, json

  /// Prints rows as a table, or as an array of JSON.
  func show<Row: Encodable>(_ rows: [Row], titles: [String], cells: (Row) -> [String]) throws {
    switch self {
    case .table:
      for line in TextTable(titles, rows.map { cells($0).map { HostileText($0).line() } }).lines { Console.say(line) }
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      Console.say(String(decoding: try encoder.encode(rows), as: UTF8.self))
    }
  }
}

enum TestTexts {
  /// `2026-11-02 14:05`, in UTC.
  static func time(_ seconds: Int) -> String {
    String(Date(timeIntervalSince1970: TimeInterval(seconds)).ISO8601Format().prefix(16)).replacing("T", with: " ")
  }

  static func percent(_ rate: Double) -> String { "\((rate * 1_000).rounded() / 10)%" }

  static func duration(_ milliseconds: Double) -> String {
    milliseconds < 1_000 ? "\(Int(milliseconds.rounded())) ms" : "\((milliseconds / 100).rounded() / 10) s"
  }
}
