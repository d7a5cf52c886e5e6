// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
package import Foundation
import Isolation
package import ReviewContract
package import SystemPackage

/// The paths of the program's caches and working directories.
package struct Places: Sendable {
  package let home: FilePath
  /// The directory for workspaces and results: of all runs, or of one run after ``of(_:)``.
  package private(set) var runs: FilePath

  /// - Parameter home: an absolute path.
  package init(home: FilePath) {
    self.home = home
    runs = Self.runs(in: home)
  }

  /// The paths for one run: ``runs`` is the run's own directory.
  package func of(_ run: RunDirectory) -> Places {
    var places = self
    places.runs = run.path
    return places
  }

  private static func runs(in home: FilePath) -> FilePath { home.appending("runs") }

  /// `$REVIEWBOT_HOME`, else `$XDG_CACHE_HOME/reviewbot`, else `~/.cache/reviewbot`.
  ///
  /// - Throws: ``UsageError`` if none of the variables is set, or the path is relative.
  package init(environment: [String: String]) throws(UsageError) {
    func folder(_ name: String) -> FilePath? {
      environment[name].flatMap { $0.isEmpty ? nil : FilePath($0) }
    }
    if let home = folder("REVIEWBOT_HOME") {
      self.init(home: home)
    } else if let cache = folder("XDG_CACHE_HOME") {
      self.init(home: cache.appending("reviewbot"))
    } else if let user = folder("HOME") {
      self.init(home: user.appending(".cache").appending("reviewbot"))
    } else {
      throw UsageError("no folder for the cache", remedy: "set REVIEWBOT_HOME to a folder")
    }
    guard home.isAbsolute else {
      throw UsageError(
        "the path of the cache, \(home), is not absolute", remedy: "set REVIEWBOT_HOME to an absolute path")
    }
  }

  /// The copies of this program that running daemons show in sandboxes.
  package var programs: FilePath { home.appending("program") }

  /// The cache of forges' responses, for conditional requests.
  package var answers: FilePath { home.appending("http") }
  package var mirrors: FilePath { home.appending("mirrors") }
  /// The cached builds of a pull request's base branch.
  package func builds(of pullRequest: PullRequest) -> FilePath {
    let text = "\(pullRequest.repository.identity)\u{0}\(pullRequest.baseBranch ?? "")"
    return home.appending("builds").appending(Fingerprint.name(of: text, digits: 16))
  }

  /// The cached results of base branches' commits.
  package var results: FilePath { home.appending("results") }
  /// The cached line classifications of files, by the files' contents.
  package var classifications: FilePath { results.appending("classifications") }
  /// The times of the stages of each repository's last review.
  package var times: FilePath { home.appending("times") }
  /// The output and the reports of the daemon's jobs.
  package var logs: FilePath { home.appending("logs") }
  /// The findings of `lint` by the contents of files.
  package var findings: FilePath { home.appending("lint") }
  /// Reports that are complete and not yet published.
  package var reports: FilePath { home.appending("reports") }

  /// Makes folders readable for reviews, which run with other user ids, and for no other users.
  ///
  /// - Throws: ``SandboxError`` if the permissions cannot be changed.
  package func share(_ folders: [FilePath]) throws {
    for name in ["builds", "mirrors", "results"] { chmod(home.appending(name).string, 0o700) }
    for folder in folders where access(folder.string, F_OK) == 0 { try RunIdentity.share(folder) }
  }

  /// Removes the directories of runs that were killed, and any others that are older than 24 hours.
  package func removeOldRuns(now: Date = Date()) {
    RunDirectory.removeAbandoned(in: runs)
    let oldest = now.addingTimeInterval(-24 * 3600)
    // A concurrent run may remove the same directory.
    for path in runs.names.map({ runs.appending($0) }) {
      if let date = path.modificationDate, date < oldest { try? DirectoryRemoval.remove(path) }
    }
  }
}
