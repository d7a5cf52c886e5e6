// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import JobQueue
import ReviewContract
import ReviewTesting
import Testing

/// Returns the same commit for the same number.
func commit(_ number: Int) -> CommitID {
  let digits = String(number, radix: 16)
  guard let id = CommitID(String(repeating: "0", count: 40 - digits.count) + digits) else {
    preconditionFailure("a commit id of 40 digits")
  }
  return id
}

func pullRequest(_ number: Int = 1, in repository: String = "acme/shapes") -> PullRequestReference {
  PullRequestReference(repository: RepositoryReference(forge: "github", name: repository), number: number)
}

func labels(_ names: String...) -> [WorkerLabel] { names.compactMap { WorkerLabel($0) } }

func delivery(_ id: String, body: Int = 0) -> Delivery {
  Delivery(
    forge: "github", id: id, event: "pull_request", action: "synchronize", pullRequest: pullRequest(), head: commit(1),
    base: commit(2), bodyDigest: commit(body).hex + commit(0).hex.prefix(24))
}

extension ReviewQueue {
  /// Claims a job, which has to exist.
  func claimed(_ location: SourceLocation = #_sourceLocation) async throws -> Lease {
    try #require(await claim(by: "worker"), "nothing to claim", sourceLocation: location)
  }

  /// Returns the states of a pull request's jobs, the oldest first.
  func states(of reference: PullRequestReference = pullRequest()) async throws -> [ReviewJob.State] {
    try await jobs(JobFilter(pullRequest: reference)).reversed().map(\.state)
  }
}

/// Returns the error that the body throws.
func failure(_ body: () async throws -> Void) async -> QueueError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? QueueError
  }
}
