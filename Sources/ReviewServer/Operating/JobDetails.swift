// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract

/// All that is known of a job.
struct JobDetails: Sendable {
  let job: ReviewJob
  /// What was published for its pull request.
  let publications: [PublicationRecord]
  /// What was reviewed last of its pull request.
  let reviewedHead: CommitID?
  /// Whether somebody approved the job's head.
  let isApproved: Bool
}
