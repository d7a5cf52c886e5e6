// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
import Isolation
package import ReviewContract
package import SystemPackage

/// Where the program keeps what it keeps.
package struct Places: Sendable {
  package let home: FilePath
  /// Workspaces and results of single runs: those of all, or of one.
  package private(set) var runs: FilePath

  /// - Parameter home: an absolute path.
  package init(home: FilePath) {
    self.home = home
    runs = Self.runs(in: home)
  }

  /// The same places for one run.
  package func of(_ run: RunDirectory) -> Places {
    var places = self
    places.runs = run.path
    return places
  }

  private static func runs(in home: FilePath) -> FilePath { home.appending("runs") }

  /// `$REVIEWBOT_HOME`, else `$XDG_CACHE_HOME/reviewbot`, else `~/.cache/reviewbot`.
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
      throw UsageError("there is no place for the cache", remedy: "set REVIEWBOT_HOME to a folder")
    }
    guard home.isAbsolute else {
      throw UsageError(
        "the folder for the cache, \(home), is not an absolute path", remedy: "set REVIEWBOT_HOME to one")
    }
  }

  /// Answers of forges that they may confirm later.
  package var answers: FilePath { home.appending("http") }
  package var mirrors: FilePath { home.appending("mirrors") }
  /// The kept builds of the branch that a pull request is made for.
  package func builds(of pullRequest: PullRequest) -> FilePath {
    let text = "\(pullRequest.repository.identity)\u{0}\(pullRequest.baseBranch ?? "")"
    return home.appending("builds").appending(Fingerprint.name(of: text, digits: 16))
  }

  /// What commits came to that others are compared with.
  package var results: FilePath { home.appending("results") }
  /// What the tests did with the lines of files, by the files' content.
  package var classifications: FilePath { results.appending("classifications") }
  /// Reports that are made and not shown yet.
  package var reports: FilePath { home.appending("reports") }

  /// Lets reviews read folders in ours although they have ids of their own, and nobody else.
  ///
  /// - Throws: ``SandboxError``.
  package func share(_ folders: [FilePath]) throws {
    for name in ["builds", "mirrors", "results"] { chmod(home.appending(name).string, 0o700) }
    for folder in folders where access(folder.string, F_OK) == 0 { try RunIdentity.share(folder) }
  }

  /// What a run left that was ended by force is removed by a later one.
  package func removeOldRuns(now: Date = Date()) {
    RunDirectory.removeAbandoned(in: runs)
    let oldest = now.addingTimeInterval(-24 * 3600)
    // Another run may be removing the same: nothing here depends on who does it.
    for name in (try? FileManager.default.contentsOfDirectory(atPath: runs.string)) ?? [] {
      let path = runs.appending(name).string
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      if let date = attributes?[.modificationDate] as? Date, date < oldest {
        try? DirectoryRemoval.remove(FilePath(path))
      }
    }
  }
}
