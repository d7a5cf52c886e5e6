// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import KeyedStore
package import ReviewContract
import SystemPackage

/// The durations of the stages in a repository's last review, for estimates of the next one.
package struct StageTimes: Hashable, Codable, Sendable {
  private static let maximumBytes = 16 << 10
  private static let maximumStages = 64
  /// The maximum number of repositories with stored times.
  private static let maximumRepositories = 200

  package struct Entry: Hashable, Codable, Sendable {
    package let stage: String
    package let milliseconds: Int
  }

  /// In the order of the review.
  package let entries: [Entry]

  /// The estimated rest of the review, `elapsed` after the start of a stage; `nil` for a stage that the last review did
  /// not have.
  package func remaining(in stage: String, after elapsed: Duration) -> Duration? {
    guard let index = entries.firstIndex(where: { $0.stage == stage }) else { return nil }
    let later = entries[(index + 1)...].reduce(0) { $0 + $1.milliseconds }
    return .milliseconds(later + max(0, entries[index].milliseconds - elapsed.milliseconds))
  }

  /// - Parameter home: the paths of all runs.
  /// - Returns: `nil` if there are no readable times of the repository.
  package static func read(_ repository: Repository, in home: HomeDirectory) -> StageTimes? {
    key(of: repository).flatMap { store(in: home).value(for: $0) }
  }

  /// Replaces the times of the repository.
  ///
  /// - Throws: ``StoreFailure`` if they cannot be written.
  package func write(_ repository: Repository, in home: HomeDirectory) throws {
    if let key = Self.key(of: repository) { try Self.store(in: home).set(self, for: key) }
  }

  private static func store(in home: HomeDirectory) -> KeyedStore<DigestKey, StageTimes> {
    var bounds = StoreBounds()
    bounds.entries = maximumRepositories
    bounds.entryBytes = maximumBytes
    bounds.countsReading = false
    return KeyedStore(home.times, StoreFormat("times", version: 1), bounds: bounds, isPrivate: false)
  }

  private static func key(of repository: Repository) -> DigestKey? {
    DigestKey(Fingerprint.name(of: repository.identity))
  }
}

extension StageTimes: StoredValue {
  package init?(stored bytes: [UInt8]) {
    guard let times = try? JSONDecoder().decode(StageTimes.self, from: Data(bytes)),
      times.entries.count <= Self.maximumStages,
      times.entries.allSatisfy({ (0...1_000_000_000).contains($0.milliseconds) })
    else { return nil }
    self = times
  }
}

extension StageTimes {
  /// `nil` for a review that did not reach the build, or that was kept: its times do not predict the next one.
  package init?(_ report: Report) {
    guard !report.runs.isEmpty, report.stages.last?.name != KeptReview.stage,
      !report.runs.contains(where: { $0.outcome == .couldNotRun })
    else { return nil }
    entries = report.stages.filter { $0.status != .skipped }.prefix(Self.maximumStages)
      .map { Entry(stage: $0.name, milliseconds: $0.milliseconds) }
  }
}
