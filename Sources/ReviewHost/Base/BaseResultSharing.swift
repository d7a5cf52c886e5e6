// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
package import ReviewContract
import SystemPackage

/// The cached results of base branches' commits that machines share.
package protocol SharedBaseResults: Sendable {
  /// The files of a commit, by name.
  func files(of commit: CommitID, _ kind: SharedBaseResultKind) async throws -> [String: Data]

  /// Shares a file, in place of an earlier one.
  func share(_ data: Data, as name: String, of commit: CommitID, _ kind: SharedBaseResultKind) async throws
}

package enum SharedBaseResultKind: String, CaseIterable, Sendable {
  case tests, coverage

  /// Where this machine has them.
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
  private let progress: ProgressHandler
  private let places: [Place]
  /// What the others have; nothing for a place of which that is unknown.
  private var known: [Place: [String: Data]] = [:]
  /// What this machine had before the review.
  private var before: [Place: [String: Data]] = [:]

  /// Fetches the others' results, which take the place of this machine's. Without them, which is reported as a detail, the
  /// review uses what this machine has.
  ///
  /// - Parameter folder: the folder of all cached results.
  init(
    _ shared: any SharedBaseResults, _ folder: FilePath, of commits: Set<CommitID>, progress: @escaping ProgressHandler
  ) async {
    self.shared = shared
    self.folder = folder
    self.progress = progress
    places = SharedBaseResultKind.allCases.flatMap { kind in commits.map { Place(kind: kind, commit: $0) } }
    for place in places {
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

  /// Shares what the review added or changed, and what an earlier review could not share.
  func share() async {
    for place in places {
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
  }

  private func report(_ what: String, _ place: Place, _ error: any Error) {
    progress(.detail("\(what) the \(place.kind.rawValue) of the base \(place.commit.short): \(error)"))
  }
}
