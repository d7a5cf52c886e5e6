// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import Foundation
import Reporting

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

  @Option(name: .customLong("repo"), help: ArgumentHelp("The repository, if there are several.", valueName: "NAME"))
  var repository: String?

  @Option(help: ArgumentHelp("The branch, if there are several.", valueName: "NAME"))
  var branch: String?

  @Option(help: "The output format: \(CoverageTrend.Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = CoverageTrend.Format.table

  @Option(
    help: ArgumentHelp("The operator's file of a daemon, whose reviews are shown.", valueName: "FILE"))
  var config: String?

  @Option(help: ArgumentHelp("Write to this file instead of the standard output.", valueName: "FILE"))
  var output: String?

  func run() async throws {
    var run = CoverageHistoryRun(environment: ProcessInfo.processInfo.environment)
    run.repository = repository
    run.branch = branch
    run.format = format
    run.configuration = config
    run.output = output
    try await run.perform()
  }
}

extension CoverageTrend.Format: ExpressibleByArgument {}
