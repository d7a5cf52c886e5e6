// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import HostileText
import ReviewContract
import ReviewHost

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
    _ all: [StoredBranch<History>], _ what: String, remedy: String
  ) throws -> StoredBranch<History> {
    let chosen = all.filter { known in
      (repository ?? known.repository) == known.repository && (branch ?? known.branch) == known.branch
    }
    if chosen.count == 1, let only = chosen.first { return only }
    if all.isEmpty { throw RunError("no review has stored \(what) of a base branch", remedy: remedy) }
    let known = (chosen.isEmpty ? all : chosen).prefix(20).map { known in
      "\(HostileText(known.repository).line()) \(HostileText(known.branch).line())"
    }
    throw UsageError(
      chosen.isEmpty
        ? "no review has stored \(what) of this branch" : "reviews have stored \(what) of \(chosen.count) branches",
      remedy: "choose one with --repo and --branch: \(known.joined(separator: ", "))")
  }
}
