// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The right to run a job, for a time.
///
/// It is lost when it is not renewed in time. Everything that is done under it names its ``fence``, so that a worker that lost it
/// and does not know can change nothing any more.
package struct Lease: Hashable, Codable, Sendable {
  package let job: ReviewJob
  package let fence: Int64
  package let expiresAt: Timestamp

  package init(job: ReviewJob, fence: Int64, expiresAt: Timestamp) {
    self.job = job
    self.fence = fence
    self.expiresAt = expiresAt
  }
}

/// What a renewed lease says.
package struct LeaseRenewal: Hashable, Sendable {
  package let expiresAt: Timestamp
  /// Set when the job should stop.
  package let cancellation: ReviewJob.Cancellation?

  package init(expiresAt: Timestamp, cancellation: ReviewJob.Cancellation?) {
    self.expiresAt = expiresAt
    self.cancellation = cancellation
  }
}
