// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import JobQueue
import ReviewTesting
import SystemPackage
import Testing

/// A daemon's state folder with a queue of three jobs: 1 is dead, 2 runs, 3 is queued.
struct QueueDirectory: Sendable {
  static let head = String(repeating: "ab", count: 20)
  static let error = "the build \u{1b}[2Jdied\nand \u{202e}more"

  let path: FilePath
  /// The queue, open as by the daemon.
  let queue: any ReviewQueue
  /// The lease of job 2.
  let lease: Lease

  init(in folder: ScratchDirectory) async throws {
    path = try folder.folder("state").path
    queue = try Self.open(path)
    let first = try await Self.claim(1, "acme/shapes", needsApproval: true, in: queue)
    let key = PublicationKey(
      pullRequest: first.job.pullRequest, channel: .comment, name: "reviewbot", head: first.job.head)
    _ = try await queue.record(key, fingerprint: "f", under: first)
    try await queue.confirm(key, remoteID: "4711", under: first)
    try await queue.fail(first, JobFailure(Self.error, isTransient: false))
    lease = try await Self.claim(2, "acme/shapes", in: queue)
    _ = try await queue.request(Self.request(3, "acme/circles"))
  }

  /// Requests a review, approves it and begins it.
  private static func claim(
    _ number: Int, _ repository: String, needsApproval: Bool = false, in queue: any ReviewQueue
  ) async throws -> Lease {
    let request = request(number, repository, needsApproval: needsApproval)
    _ = try await queue.request(request)
    try await queue.approve(Approval(pullRequest: request.pullRequest, head: request.head, approver: "someone"))
    return try #require(await queue.claim(by: "runner"))
  }

  private static func request(_ number: Int, _ repository: String, needsApproval: Bool = false) -> JobRequest {
    let reference = PullRequestReference(
      repository: RepositoryReference(forge: "github", name: repository), number: number)
    return JobRequest(reference, head: CommitID(head) ?? .none, needsApproval: needsApproval)
  }

  /// Opens the queue of a folder.
  static func open(_ path: FilePath) throws -> any ReviewQueue {
    try JobQueueAssembly().queue(JobQueueSettings(file: path.appending("queue.sqlite")))
  }

  /// The states of the jobs, the oldest first, read from a queue that is opened for it.
  static func states(in path: FilePath) async throws -> [ReviewJob.State] {
    let queue = try open(path)
    let states = try await queue.jobs(JobFilter()).reversed().map(\.state)
    try await queue.close()
    return states
  }
}
