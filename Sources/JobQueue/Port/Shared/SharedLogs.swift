// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The logs of jobs, readable on every machine.
package protocol SharedLogs: Sendable {
  /// Appends text to a job's log.
  ///
  /// - Parameters:
  ///   - text: at most ``SharedLogPart/largest`` bytes.
  ///   - lifetime: how long it is kept.
  /// - Throws: ``QueueError/Code/invalid`` for text that cannot be stored.
  func append(_ text: String, toLogOf job: ReviewJob.ID, lifetime: Duration) async throws(QueueError)

  /// Returns the parts of a job's log after `part`, or its first parts; empty at its end. Returns a long log in several
  /// calls.
  func log(of job: ReviewJob.ID, after part: SharedLogPart?) async throws(QueueError) -> [SharedLogPart]
}

/// A part of a log.
package struct SharedLogPart: Hashable, Sendable {
  /// The maximum size of a part, in bytes.
  package static let largest = 1 << 20

  /// Larger than the numbers of earlier parts.
  package let number: Int64
  package let text: String

  package init(number: Int64, text: String) {
    self.number = number
    self.text = text
  }
}
