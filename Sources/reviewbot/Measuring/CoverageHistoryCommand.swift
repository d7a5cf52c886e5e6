// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import CommandRuns
import Foundation
import HostileText
import Reporting
import ReviewContract
import ReviewHost
import SystemPackage

struct CoverageHistoryCommand: ParsableCommand {
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
      ("coverage history", "show the only branch that there is"),
      ("coverage history --repo acme/shapes --branch main --format svg --output trend.svg", "plot a trend"),
    ],
    statuses: [(0, "the history was shown")] + CommandHelp.failures,
    variables: [CommandHelp.home])

  @Option(name: .customLong("repo"), help: ArgumentHelp("The repository, where there are several.", valueName: "NAME"))
  var repository: String?

  @Option(help: ArgumentHelp("The branch, where there are several.", valueName: "NAME"))
  var branch: String?

  @Option(help: "The output format: \(CoverageTrend.Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = CoverageTrend.Format.table

  @Option(help: ArgumentHelp("Write to this file instead of the standard output.", valueName: "FILE"))
  var output: String?

  func run() throws {
    let places = try Places(environment: ProcessInfo.processInfo.environment)
    let all = CoverageHistory.all(in: places.results)
    let chosen = all.filter { history in
      (repository ?? history.about.repository) == history.about.repository
        && (branch ?? history.about.branch) == history.about.branch
    }
    guard chosen.count == 1, let history = chosen.first else {
      let known = (chosen.isEmpty ? all : chosen).prefix(20).map { history in
        "\(HostileText(history.about.repository).line()) \(HostileText(history.about.branch).line())"
      }
      if all.isEmpty {
        throw RunError("no review has kept the coverage of a base branch", remedy: "set coverage.base to run")
      }
      throw UsageError(
        chosen.isEmpty
          ? "no review has kept the coverage of this branch"
          : "reviews have kept the coverage of \(chosen.count) branches",
        remedy: "choose one with --repo and --branch: \(known.joined(separator: ", "))")
    }
    let points = history.entries.map { entry in
      CoverageTrend.Point(
        commit: entry.commit, time: entry.time, project: entry.project, patch: entry.patch,
        testsPassed: entry.testsPassed)
    }
    let trend = CoverageTrend(repository: history.about.repository, branch: history.about.branch, points: points)
    let text = try trend.render(format)
    guard let output else { return Console.say(text) }
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: output), options: .atomic)
    } catch {
      throw RunError("cannot write \"\(output)\"", remedy: "check --output, the folder and its permissions")
    }
  }
}

extension CoverageTrend.Format: ExpressibleByArgument {}
