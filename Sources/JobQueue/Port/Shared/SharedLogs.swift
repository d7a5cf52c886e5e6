// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The logs of jobs, which every machine can read.
package protocol SharedLogs: Sendable {
  /// Adds text at the end of a job's log.
  ///
  /// - Parameters:
  ///   - text: at most ``SharedLogPart/largest`` bytes.
  ///   - lifetime: how long it is kept.
  /// - Throws: ``QueueError/Code/invalid`` for text that is not stored.
  func append(_ text: String, toLogOf job: ReviewJob.ID, lifetime: Duration) async throws(QueueError)

  /// What follows a part of a job's log, or its beginning; empty at its end. Not all of a long log.
  func log(of job: ReviewJob.ID, after part: SharedLogPart?) async throws(QueueError) -> [SharedLogPart]
}

/// A part of a log.
package struct SharedLogPart: Hashable, Sendable {
  /// In bytes.
  package static let largest = 1 << 20

  /// Larger than those of the parts before.
  package let number: Int64
  package let text: String

  package init(number: Int64, text: String) {
    self.number = number
    self.text = text
  }
}
