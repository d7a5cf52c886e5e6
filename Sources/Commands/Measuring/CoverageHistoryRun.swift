// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
import HostileText
import Reporting
import ReviewContract
import ReviewHost
import ReviewServer
import SystemPackage

/// One `reviewbot coverage history`.
struct CoverageHistoryRun: Sendable {
  /// The repository and the branch to show; `nil` if the history contains only one.
  var repository: String?
  var branch: String?
  var format = CoverageTrend.Format.table
  /// The operator's file of the daemon whose reviews are shown; `nil` for the reviews of `check`.
  var configuration: String?
  /// The file to write to instead of the standard output.
  var output: String?
  private let environment: [String: String]

  init(environment: [String: String]) { self.environment = environment }

  func perform() async throws {
    let history = try Self.choose(try await histories(), repository, branch)
    let points = try await history.entries().map { entry in
      CoverageTrend.Point(
        commit: entry.commit, time: entry.time, project: entry.project, patch: entry.patch,
        testsPassed: entry.testsPassed)
    }
    let trend = CoverageTrend(repository: history.about.repository, branch: history.about.branch, points: points)
    let text = try trend.render(format)
    guard let output else { return Console.say(text) }
    do {
      try OutputDirectory.write(Data(text.utf8), to: FilePath(output))
    } catch let error as OutputDirectory.Failure where error.isLink {
      throw RunError("cannot write \"\(output)\": \(error)", remedy: "name another file with --output")
    } catch {
      throw RunError("cannot write \"\(output)\"", remedy: "check --output, the folder and its permissions")
    }
  }

  private func histories() async throws -> [BranchHistory] {
    guard let configuration else { return BranchHistory.all(in: try Places(environment: environment).results) }
    let location = QueueLocation(try ServerConfigurationReader().read(file: configuration), file: configuration)
    guard location.isShared else { return BranchHistory.all(in: Places(home: location.folder.path).results) }
    guard let output = try location.readerAndOutput().output else { preconditionFailure("the queue is shared") }
    return try await BranchHistory.all(sharedBy: QueueBaseResults(output))
  }

  private static func choose(
    _ all: [BranchHistory], _ repository: String?, _ branch: String?
  ) throws -> BranchHistory {
    let chosen = all.filter { history in
      (repository ?? history.about.repository) == history.about.repository
        && (branch ?? history.about.branch) == history.about.branch
    }
    if chosen.count == 1, let history = chosen.first { return history }
    if all.isEmpty {
      throw RunError("no review has stored the coverage of a base branch", remedy: "set coverage.base to run")
    }
    let known = (chosen.isEmpty ? all : chosen).prefix(20).map { history in
      "\(HostileText(history.about.repository).line()) \(HostileText(history.about.branch).line())"
    }
    throw UsageError(
      chosen.isEmpty
        ? "no review has stored the coverage of this branch"
        : "reviews have stored the coverage of \(chosen.count) branches",
      remedy: "choose one with --repo and --branch: \(known.joined(separator: ", "))")
  }
}
