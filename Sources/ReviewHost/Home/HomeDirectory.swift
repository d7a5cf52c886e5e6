// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
package import Foundation
import Isolation
package import ReviewContract
package import SystemPackage

/// The paths of the program's caches and working directories.
package struct HomeDirectory: Sendable {
  package let path: FilePath
  /// The directory for workspaces and results: of all runs, or of one run after ``of(_:)``.
  package private(set) var runs: FilePath

  /// - Parameter path: an absolute path.
  package init(path: FilePath) {
    self.path = path
    runs = Self.runs(in: path)
  }

  /// The paths for one run: ``runs`` is the run's own directory.
  package func of(_ run: RunDirectory) -> HomeDirectory {
    var directory = self
    directory.runs = run.path
    return directory
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
      self.init(path: home)
    } else if let cache = folder("XDG_CACHE_HOME") {
      self.init(path: cache.appending("reviewbot"))
    } else if let user = folder("HOME") {
      self.init(path: user.appending(".cache").appending("reviewbot"))
    } else {
      throw UsageError("no folder for the cache", remedy: "set REVIEWBOT_HOME to a folder")
    }
    guard path.isAbsolute else {
      throw UsageError(
        "the path of the cache, \(path), is not absolute", remedy: "set REVIEWBOT_HOME to an absolute path")
    }
  }

  /// The copies of this program that running daemons show in sandboxes.
  package var programs: FilePath { path.appending("program") }

  /// The cache of forges' responses, for conditional requests.
  package var responses: FilePath { path.appending("http") }
  package var mirrors: FilePath { path.appending("mirrors") }
  /// The cached builds of a pull request's base branch.
  package func builds(of pullRequest: PullRequest) -> FilePath {
    let text = "\(pullRequest.repository.identity)\u{0}\(pullRequest.baseBranch ?? "")"
    return path.appending("builds").appending(Fingerprint.name(of: text, digits: 16))
  }

  /// The cached results of base branches' commits.
  package var results: FilePath { path.appending("results") }
  /// The cached line classifications of files, by the files' contents.
  package var classifications: FilePath { results.appending("classifications") }
  /// The results of tests in earlier reviews.
  package var tests: FilePath { path.appending("tests") }
  /// The times of the stages of each repository's last review.
  package var times: FilePath { path.appending("times") }
  /// What this machine's toolchains say about themselves.
  package var toolchains: FilePath { path.appending("toolchains") }
  /// The output and the reports of the daemon's jobs.
  package var logs: FilePath { path.appending("logs") }
  /// The sessions of the web pages, and copies of logs from other machines.
  package var pages: FilePath { path.appending("pages") }
  /// The findings of `lint` by the contents of files.
  package var findings: FilePath { path.appending("lint") }
  /// Reports that are complete and not yet published.
  package var reports: FilePath { path.appending("reports") }

  /// Makes folders readable for reviews, which run with other user ids, and for no other users.
  ///
  /// - Throws: ``SandboxError`` if the permissions cannot be changed.
  package func share(_ folders: [FilePath]) throws {
    for name in ["builds", "mirrors", "results"] { chmod(path.appending(name).string, 0o700) }
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
