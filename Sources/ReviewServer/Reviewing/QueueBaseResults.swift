// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import Foundation
package import JobQueue
package import ReviewHost

/// Shares results of base branches' commits, and their histories, beside the queue.
package struct QueueBaseResults: SharedBaseResults {
  /// A pull request that is open for longer is compared with a base that is tested again.
  private static let lifetime = Duration.seconds(30 * 86_400)

  private static let lifetimeOfHistory = Duration.seconds(730 * 86_400)
  private static let branches = "all"

  private let values: any SharedValues

  package init(_ values: any SharedValues) { self.values = values }

  package func files(of commit: CommitID, _ kind: SharedBaseResultKind) async throws -> [String: Data] {
    try await values.values(of: Self.kind(kind), commit.hex).mapValues { Data($0) }
  }

  package func share(_ data: Data, as name: String, of commit: CommitID, _ kind: SharedBaseResultKind) async throws {
    try await values.set(
      [UInt8](data), for: SharedValueKey(Self.kind(kind), commit.hex, name: name), lifetime: Self.lifetime)
  }

  package func histories() async throws -> [String: Data] {
    try await values.values(of: .branches, Self.branches).mapValues { Data($0) }
  }

  package func history(of branch: String) async throws -> [String: Data] {
    try await values.values(of: .coverageHistory, branch).mapValues { Data($0) }
  }

  package func share(_ entry: Data, of commit: CommitID, inHistoryOf branch: String, about: Data) async throws {
    let key = SharedValueKey(.coverageHistory, branch, name: commit.hex)
    try await values.set([UInt8](entry), for: key, lifetime: Self.lifetimeOfHistory)
    // Lives as long as the last entry.
    let branches = SharedValueKey(.branches, Self.branches, name: branch)
    try await values.set([UInt8](about), for: branches, lifetime: Self.lifetimeOfHistory)
  }

  private static func kind(_ kind: SharedBaseResultKind) -> SharedValueKey.Kind {
    switch kind {
    case .tests: .baseTests
    case .coverage: .baseCoverage
    }
  }
}
