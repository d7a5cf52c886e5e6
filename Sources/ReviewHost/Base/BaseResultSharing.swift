// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import Foundation
import ReviewContract
import SystemPackage

/// The cached results of base branches' commits, and the coverage histories, that machines share.
package protocol SharedBaseResults: Sendable {
  /// The files of a commit, by name.
  func files(of commit: CommitID, _ kind: SharedBaseResultKind) async throws -> [String: Data]

  /// Shares a file, in place of an earlier one.
  func share(_ data: Data, as name: String, of commit: CommitID, _ kind: SharedBaseResultKind) async throws

  /// The repositories and branches of all histories, as JSON of ``CoverageHistory/About``, by the keys of the branches.
  func histories() async throws -> [String: Data]

  /// The entries of a branch's history, as JSON, by commit.
  func history(of branch: String) async throws -> [String: Data]

  /// Adds an entry to a branch's history, in place of an earlier one of the commit.
  func share(_ entry: Data, of commit: CommitID, inHistoryOf branch: String, about: Data) async throws
}

package enum SharedBaseResultKind: String, CaseIterable, Sendable {
  case tests, coverage

  /// The folders of this machine's files.
  ///
  /// - Parameter folder: the folder of all cached results.
  func files(in folder: FilePath) -> CommitFolders {
    switch self {
    case .tests: ResultCache(folder).folders
    case .coverage: CoverageCache(folder).folders
    }
  }
}

/// Brings the cached results of a review's base commits from other machines to this one, and new ones to the others.
struct BaseResultSharing: Sendable {
  private struct Place: Hashable {
    let kind: SharedBaseResultKind
    let commit: CommitID
  }

  private let shared: any SharedBaseResults
  private let folder: FilePath
  private let history: CoverageHistory
  private let progress: ProgressHandler
  private let results: [Place]
  /// The files of the other machines; no value for a place whose files are unknown.
  private var known: [Place: [String: Data]] = [:]
  /// The files of this machine before the review.
  private var before: [Place: [String: Data]] = [:]
  private let entriesBefore: [CoverageHistory.Entry]

  /// Fetches the other machines' results, which replace this machine's. Reports a failure as a detail; the review then
  /// uses this machine's results.
  ///
  /// - Parameters:
  ///   - folder: the folder of all cached results.
  ///   - history: the history of the base branch on this machine.
  init(
    _ shared: any SharedBaseResults, _ folder: FilePath, of commits: Set<CommitID>, history: CoverageHistory,
    progress: @escaping ProgressHandler
  ) async {
    self.shared = shared
    self.folder = folder
    self.history = history
    self.progress = progress
    entriesBefore = history.entries.filter { commits.contains($0.commit) }
    results = SharedBaseResultKind.allCases.flatMap { kind in commits.map { Place(kind: kind, commit: $0) } }
    for place in results {
      let folders = place.kind.files(in: folder)
      do {
        let files = try await shared.files(of: place.commit, place.kind)
        known[place] = files
        try folders.add(files, of: place.commit)
      } catch {
        report("cannot read", place, error)
      }
      before[place] = folders.files(of: place.commit)
    }
  }

  /// Shares the results that the review added or changed, and those that an earlier review could not share.
  func share() async {
    for place in results {
      for (name, data) in place.kind.files(in: folder).files(of: place.commit) {
        let isMissing = known[place].map { $0[name] == nil } ?? false
        guard isMissing || before[place]?[name] != data else { continue }
        do {
          try await shared.share(data, as: name, of: place.commit, place.kind)
        } catch {
          report("cannot share", place, error)
        }
      }
    }
    do {
      try await shareHistory()
    } catch {
      progress(.detail("cannot share the coverage history of the base: \(error)"))
    }
  }

  private func shareHistory() async throws {
    let commits = Set(results.map(\.commit))
    let entries = history.entries.filter { commits.contains($0.commit) }
    if entries.isEmpty { return }
    let others = try await shared.history(of: history.key)
    for entry in entries {
      let other = others[entry.commit.hex].flatMap { CoverageHistory.Entry($0) }
      // Another machine may have measured the commit again since an earlier review of this one.
      guard other == nil || !entriesBefore.contains(entry) else { continue }
      try await shared.share(
        try ReportFile.encoder.encode(entry.keepingTime(of: other)), of: entry.commit, inHistoryOf: history.key,
        about: try ReportFile.encoder.encode(history.about))
    }
  }

  private func report(_ what: String, _ place: Place, _ error: any Error) {
    progress(.detail("\(what) the \(place.kind.rawValue) of the base \(place.commit.short): \(error)"))
  }
}
