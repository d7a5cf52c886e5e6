// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What another process changed in a queue that several use.
package struct QueueChange: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A job was queued, or one ended that others waited for: there may be a job to claim.
  package static let jobs = QueueChange(rawValue: 1)
  /// A running job was cancelled.
  package static let cancellations = QueueChange(rawValue: 2)
  package static let all: QueueChange = [.jobs, .cancellations]
}
