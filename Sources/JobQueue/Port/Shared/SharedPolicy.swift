// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// A value of the policy that the operator sets. It is the same for all processes of one queue.
package enum PolicyKey: String, Hashable, Sendable, CaseIterable {
  case attempts = "limits.attempts"
  case workersPerRepository = "limits.workers_per_repository"
  case deliveries = "retention.deliveries"
  case jobs = "retention.jobs"
  case publications = "retention.publications"
  case approvals = "retention.approvals"

  /// Returns the value: a number, or a time in milliseconds.
  package func value(in policy: QueuePolicy) -> Int64 {
    switch self {
    case .attempts: Int64(policy.maximumAttempts)
    case .workersPerRepository: Int64(policy.runningPerRepository)
    case .deliveries: policy.retention.deliveries.wholeMilliseconds
    case .jobs: policy.retention.finishedJobs.wholeMilliseconds
    case .publications: policy.retention.publications.wholeMilliseconds
    case .approvals: policy.retention.approvals.wholeMilliseconds
    }
  }

  /// - Parameter value: a number, or a time in milliseconds; one that is not positive is ignored.
  package func set(_ value: Int64, in policy: inout QueuePolicy) {
    guard value > 0 else { return }
    switch self {
    case .attempts: policy.maximumAttempts = Int(clamping: value)
    case .workersPerRepository: policy.runningPerRepository = Int(clamping: value)
    case .deliveries: policy.retention.deliveries = .milliseconds(value)
    case .jobs: policy.retention.finishedJobs = .milliseconds(value)
    case .publications: policy.retention.publications = .milliseconds(value)
    case .approvals: policy.retention.approvals = .milliseconds(value)
    }
  }

  /// Returns the value in the format of the configuration file, such as `5` or `90d`.
  package func text(in policy: QueuePolicy) -> String {
    let value = value(in: policy)
    switch self {
    case .attempts, .workersPerRepository: return "\(value)"
    case .deliveries, .jobs, .publications, .approvals:
      let units: [(name: String, size: Int64)] = [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000)]
      let unit = units.first { value % $0.size == 0 }
      return unit.map { "\(value / $0.size)\($0.name)" } ?? "\(value) ms"
    }
  }

  /// Returns the keys with different values.
  package static func different(_ one: QueuePolicy, _ other: QueuePolicy) -> [PolicyKey] {
    allCases.filter { $0.value(in: one) != $0.value(in: other) }
  }
}

/// The policy stored beside the queue. It starts with the configuration of the first process, and changes only when an
/// operator applies another one.
package protocol SharedPolicy: Sendable {
  func appliedPolicy() async throws(QueueError) -> AppliedPolicy

  /// Stores a policy. Running processes adopt it within ``QueuePolicy/refresh``.
  ///
  /// - Parameter author: the operator who applies it.
  func apply(_ policy: QueuePolicy, by author: String) async throws(QueueError)
}

extension QueuePolicy {
  /// The interval at which a process reads the policy stored beside its queue.
  package static let refresh = Duration.seconds(5)
}

/// The stored policy, and its last change.
package struct AppliedPolicy: Hashable, Sendable {
  package let policy: QueuePolicy
  package let at: Timestamp
  package let author: String

  package init(policy: QueuePolicy, at: Timestamp, author: String) {
    self.policy = policy
    self.at = at
    self.author = author
  }
}
