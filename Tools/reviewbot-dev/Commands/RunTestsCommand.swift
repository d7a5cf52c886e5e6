// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import Foundation

struct RunTestsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run-tests",
    abstract: "Run the built tests; fail on failed tests and on leaked processes and files.",
    shouldDisplay: false)

  @Option(help: "Run only tests whose identifiers match this regular expression; repeatable.")
  var filter: [String] = []

  @Option(help: "Skip tests whose identifiers match this regular expression; repeatable.")
  var skip: [String] = []

  @Option(help: "The number of concurrent tests.")
  var width = 8

  @Option(help: "The number of rounds.")
  var rounds = 1

  @Option(help: "Run each suite in its own process, in the order of this random seed.")
  var shuffle: UInt64?

  @Option(help: "The time limit in seconds.")
  var timeLimit = 2400

  func run() throws {
    var problems: [String] = []
    for round in 1...max(rounds, 1) {
      let start = ContinuousClock.now
      let found = try shuffle.map { try runShuffled($0) } ?? runOnce()
      let seconds = (ContinuousClock.now - start).components.seconds
      if rounds > 1 { print("\nRound \(round) of \(rounds): \(seconds) s, \(found.isEmpty ? "passed" : "failed")") }
      problems += rounds > 1 ? found.map { "round \(round): \($0)" } : found
    }
    guard problems.isEmpty else { throw CheckFailure(problems) }
  }

  private func runOnce() throws -> [String] {
    let outcome = try TestProcess(width: width, timeLimit: timeLimit).run(selection)
    report(outcome.record)
    return Self.problems(outcome)
  }

  private func runShuffled(_ seed: UInt64) throws -> [String] {
    var random = RandomNumbers(seed: seed)
    var record = TestRecord()
    var problems: [String] = []
    for suite in try TestList.suites(filters: filter, skips: skip).shuffled(using: &random) {
      let pattern = "^\(NSRegularExpression.escapedPattern(for: suite))/"
      let outcome = try TestProcess(width: width, timeLimit: timeLimit).run(
        ["--filter", pattern] + skip.flatMap { ["--skip", $0] })
      record.add(outcome.record)
      problems += Self.problems(outcome).map { "\(suite): \($0)" }
    }
    report(record)
    return problems
  }

  private var selection: [String] { filter.flatMap { ["--filter", $0] } + skip.flatMap { ["--skip", $0] } }

  private func report(_ record: TestRecord) {
    for line in TestSummary(record: record).lines { print(line) }
    // Before the error, in case both streams go to the same file.
    fflush(nil)
  }

  private static func problems(_ outcome: TestProcess.Outcome) -> [String] {
    var problems = outcome.record.failed.map { "failed: \($0)" }
    if !outcome.record.isComplete {
      problems.append("the tests ended with \(outcome.status) while these ran: \(outcome.record.running)")
    } else if outcome.status != 0, problems.isEmpty {
      problems.append("the tests ended with \(outcome.status)")
    } else if outcome.record.count == 0 {
      problems.append("no test ran")
    }
    return problems + outcome.leaks.map { "leaked: \($0)" }
  }
}
