// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import JobQueue

/// A job in the output of `reviewbot jobs list --format json`.
struct ShownJob: Decodable, Hashable, Sendable {
  let id: Int
  let kind: String
  let state: String
  let pullRequest: Int?
  let head: String
  let attempts: Int
  let error: String?
  let verdict: String?

  enum CodingKeys: String, CodingKey {
    case id, kind, state, head, attempts, error, verdict
    case pullRequest = "pull_request"
  }

  init(_ job: ReviewJob) {
    id = Int(job.id.number)
    kind = job.kind.rawValue
    state = job.state.rawValue
    pullRequest = job.pullRequest.number == 0 ? nil : job.pullRequest.number
    head = job.head.hex
    attempts = job.attempts
    error = job.error
    verdict = job.verdict
  }

  /// Whether the job is unfinished, or dead.
  var isOpen: Bool { ["waiting", "queued", "running", "dead"].contains(state) }
}
