// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Changes made by another process to a shared queue.
package struct QueueChange: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A job was queued, or one ended that others waited for: there may be a job to claim.
  package static let jobs = QueueChange(rawValue: 1)
  /// A running job was cancelled.
  package static let cancellations = QueueChange(rawValue: 2)
  /// The set of served repositories changed, or deliveries were lost: the keeper reconciles.
  package static let repositories = QueueChange(rawValue: 4)
  /// An operator applied another policy.
  package static let policy = QueueChange(rawValue: 8)
  /// The changes that may have been missed without a connection. Reconciliation is excluded, because it reads all
  /// forges.
  package static let all: QueueChange = [.jobs, .cancellations, .policy]
}
