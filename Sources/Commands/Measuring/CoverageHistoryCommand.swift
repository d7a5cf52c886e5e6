// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import ArgumentParser
import Reporting
import ReviewContract
import ReviewHost
import TestHistory

struct CoverageHistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Show the coverage of a base branch, commit by commit, as reviews measured it.",
    discussion: help.discussion)

  private static let help = CommandHelp(
    text: """
      Reviews keep the coverage of the commits of base branches that they measure (see coverage.base in the \
      configuration). Nothing is fetched, built or run.
      """,
    examples: [
      ("coverage history", "show the branch if there is only one"),
      ("coverage history --config /etc/reviewbot/server.yml", "show the history of a daemon's reviews, on any machine"),
      ("coverage history --repo acme/shapes --branch main --format svg --output trend.svg", "plot a trend"),
    ],
    statuses: [(0, "the history was shown")] + CommandHelp.failures,
    variables: [CommandHelp.home])

  @OptionGroup var choice: BranchChoice

  @Option(help: ArgumentHelp("The output format.", valueName: "FORMAT"))
  var format = CoverageTrend.Format.table

  @Option(
    help: ArgumentHelp("The operator's file of a daemon, whose reviews are shown.", valueName: "FILE"),
    completion: .file())
  var config: String?

  @Option(
    help: ArgumentHelp("Write to this file instead of the standard output.", valueName: "FILE"), completion: .file())
  var output: String?

  func run() async throws {
    let chosen = try choice.choose(
      try await StoredHistories(config).memory.allCoverage(), "the coverage", remedy: "set coverage.base to run")
    let history = try await chosen.history()
    let trend = CoverageTrend(repository: chosen.repository, branch: chosen.branch, points: history.entries)
    let text = try trend.render(format)
    try Console.say(text, orWriteTo: output)
    StoredHistories.complain(about: history.unreadable)
  }
}

extension CoverageTrend.Format: ExpressibleByArgument {}
