// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import HostileText
import ReviewContract

/// `--repo` and `--branch`, which choose one of the branches that reviews have stored something of.
struct BranchChoice: ParsableArguments {
  @Option(name: .customLong("repo"), help: ArgumentHelp("The repository, if there are several.", valueName: "NAME"))
  var repository: String?

  @Option(help: ArgumentHelp("The branch, if there are several.", valueName: "NAME"))
  var branch: String?

  /// - Parameters:
  ///   - what: what reviews store of a branch, such as `the coverage`.
  ///   - remedy: how to have it stored.
  func choose<History>(
    _ all: [History], about: (History) -> (repository: String, branch: String), _ what: String, remedy: String
  ) throws -> History {
    let chosen = all.filter { history in
      let known = about(history)
      return (repository ?? known.repository) == known.repository && (branch ?? known.branch) == known.branch
    }
    if chosen.count == 1, let history = chosen.first { return history }
    if all.isEmpty { throw RunError("no review has stored \(what) of a base branch", remedy: remedy) }
    let known = (chosen.isEmpty ? all : chosen).prefix(20).map { history in
      "\(HostileText(about(history).repository).line()) \(HostileText(about(history).branch).line())"
    }
    throw UsageError(
      chosen.isEmpty
        ? "no review has stored \(what) of this branch" : "reviews have stored \(what) of \(chosen.count) branches",
      remedy: "choose one with --repo and --branch: \(known.joined(separator: ", "))")
  }
}
