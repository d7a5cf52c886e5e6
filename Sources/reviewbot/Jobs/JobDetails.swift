// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract

/// A job with its approval, and the publications and last review of its pull request.
struct JobDetails: Sendable {
  let job: ReviewJob
  /// The publications for its pull request.
  let publications: [PublicationRecord]
  /// The last reviewed head of its pull request; `nil` if none was reviewed.
  let reviewedHead: CommitID?
  /// Whether the job's head is approved.
  let isApproved: Bool
}
