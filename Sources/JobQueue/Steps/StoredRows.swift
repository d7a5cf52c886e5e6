// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
import Foundation
package import ReviewContract

/// A job with the keys of its rows.
package struct StoredJob: Sendable {
  package var job: ReviewJob
  package let pullRequest: Int64
  package let repository: Int64

  /// The columns that engines on SQL read, in this order; a condition on `j` is to follow.
  package static let selection = """
    SELECT j.pull_request, j.repository, r.forge, r.name, p.number, j.id, j.kind, j.subject, j.head, j.base,
      j.needs_approval, j.priority, j.state, j.attempts, j.losses, j.owner, j.fence, j.lease_until, j.cancellation,
      j.error, j.verdict, j.queued_at, j.not_before, j.created_at, j.started_at, j.finished_at, j.labels, j.revival
    FROM job j JOIN pull_request p ON p.id = j.pull_request JOIN repository r ON r.id = p.repository
    """

  package init(job: ReviewJob, pullRequest: Int64, repository: Int64) {
    self.job = job
    self.pullRequest = pullRequest
    self.repository = repository
  }
}

/// A pull request with the keys of its rows.
package struct StoredPullRequest: Sendable {
  package let id: Int64
  package let repository: Int64
  package var forgeUpdatedAt: Timestamp?
  package let reviewedHead: CommitID?
  package let reviewedBase: CommitID?
  /// The number of reviews that newer heads stopped since the last finished one.
  package var cancellations: Int

  /// The time for which the last activity is not recorded again, because retention is counted in days.
  package static let freshness = Duration.seconds(60)

  package init(
    id: Int64, repository: Int64, forgeUpdatedAt: Timestamp?, reviewedHead: CommitID?, reviewedBase: CommitID?,
    cancellations: Int
  ) {
    self.id = id
    self.repository = repository
    self.forgeUpdatedAt = forgeUpdatedAt
    self.reviewedHead = reviewedHead
    self.reviewedBase = reviewedBase
    self.cancellations = cancellations
  }

  /// Whether the forge already reported a later state of the pull request.
  func isNewer(than time: Timestamp?) -> Bool {
    guard let time, let forgeUpdatedAt else { return false }
    return time < forgeUpdatedAt
  }
}

extension PublicationKey {
  /// The head, or empty for a channel with one publication for all heads.
  package var scope: String { channel == .comment ? "" : head.hex }
}

/// The name of a stored counter.
package enum CounterName: Sendable {
  case ended(ReviewJob.State)
  case delivery(QueueOutcome.Kind)
  case duplicate

  package var text: String {
    switch self {
    case .ended(let state): "job.\(state.rawValue)"
    case .delivery(let kind): "delivery.\(kind.rawValue)"
    case .duplicate: "duplicate"
    }
  }
}

/// Increments of the counters, to be written together at the end of a transaction.
package final class Counters {
  private var counts: [String: Int] = [:]

  package init() {}

  package func add(_ number: Int, to name: String) { counts[name, default: 0] += number }

  package func add(_ other: Counters) {
    for (name, number) in other.counts { add(number, to: name) }
  }

  /// The increments sorted by name, the order in which rows are locked.
  package var sorted: [(name: String, number: Int)] {
    counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension QueueStatistics {
  /// Sets the statistics from an engine's counters, by their names.
  package mutating func take(_ counts: [String: Int]) {
    for state in ReviewJob.State.allCases { ended[state] = counts[CounterName.ended(state).text] }
    for kind in QueueOutcome.Kind.allCases { deliveries[kind] = counts[CounterName.delivery(kind).text] }
    duplicates = counts[CounterName.duplicate.text] ?? 0
  }

  /// Adds builds that require the same labels.
  package mutating func take(readyBuilds count: Int, labels: [WorkerLabel]) {
    if labels.isEmpty { readyBuildsAnywhere += count }
    for label in labels { readyBuilds[label, default: 0] += count }
  }
}

/// Labels as engines on SQL store them.
package enum StoredLabels {
  /// A JSON array, for a column or a parameter.
  package static func text(_ labels: some Collection<WorkerLabel>) -> String {
    // Names have no character that JSON escapes.
    "[" + labels.map { "\"\($0)\"" }.joined(separator: ",") + "]"
  }

  /// - Throws: ``QueueError/Code/damaged`` for text that this program did not write.
  package static func labels(_ text: String) throws(QueueError) -> [WorkerLabel] {
    if text == "[]" { return [] }
    guard let labels = try? JSONDecoder().decode([WorkerLabel].self, from: Data(text.utf8)) else {
      throw QueueError(.damaged, "the queue holds labels that cannot be read")
    }
    return labels
  }
}
