// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import Findings
import Foundation
import Isolation
import JobQueue
import ReviewContract
import ReviewServer
import ReviewTesting
import SystemPackage

/// A reviewer that sleeps instead of building, and passes every commit. No two reviews of one pull request may run at
/// once, even in different processes: each takes a lock, and records an overlap if another one holds it. Each starts a
/// process from the daemon's program, and records if that fails.
struct SleepingReviewer: CommitReviewer {
  /// The folder of the locks and of the file ``overlaps``.
  let folder: FilePath

  static let overlaps = "overlaps"
  static let unstarted = "unstarted"

  func review(
    _ pullRequest: PullRequest, for job: ReviewJob,
    ignoring ignored: @escaping @Sendable () async throws -> [IgnoreRequest], progress: @escaping ProgressHandler
  ) async throws -> ReviewProduct {
    let lock = try lock(job)
    defer { try? lock.close() }
    try await startProcess(job)
    try await Task.sleep(for: Self.time(of: job.head))
    return Self.product(of: job)
  }

  func report(of job: ReviewJob) async -> KeptReport? { nil }

  func product(of kept: KeptReport, for job: ReviewJob, ignoring ignored: [IgnoreRequest]) throws -> ReviewProduct {
    Self.product(of: job)
  }

  func explanation(of rule: String, on pullRequest: PullRequest, for job: ReviewJob) async throws -> String { rule }

  func reviewTip(of branch: String, for job: ReviewJob) async throws -> [WorkerLabel]? { nil }

  func reviewMerge(at ref: String, for job: ReviewJob) async throws -> ReviewProduct { Self.product(of: job) }

  /// Returns the product of a review, which is deterministic for a commit.
  static func product(of job: ReviewJob) -> ReviewProduct {
    guard let marker = CommentMarker(name: "reviewbot") else { preconditionFailure("the name is valid") }
    return ReviewProduct(
      publication: Publication(
        pullRequest: job.pullRequest.number, commit: job.head, marker: marker,
        comment: "\(marker.line)\n### Passed\n\nCommit `\(job.head)`.\n", state: .success,
        summary: "passed at \(job.head.short)"),
      verdict: "passed")
  }

  /// Returns the duration of a review, from 0.2 to 1.5 seconds.
  private static func time(of head: CommitID) -> Duration {
    .milliseconds(200 + (Int(head.hex.prefix(4), radix: 16) ?? 0) % 1300)
  }

  private func startProcess(_ job: ReviewJob) async throws {
    let command = [RunningExecutable.image.string, StartedCommand.configuration.commandName ?? ""]
    let finished = try await blocking { try FinishedCommand(command) }
    if finished.status != 0 {
      try record("\(job.pullRequest) at \(job.head.short): \(finished.status) \(finished.errors)", in: Self.unstarted)
    }
  }

  private func lock(_ job: ReviewJob) throws -> FileDescriptor {
    let name = "\(job.pullRequest)".map { $0.isLetter || $0.isNumber ? $0 : "-" }
    let file = try FileDescriptor.open(
      folder.appending(String(name)), .readWrite, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
    guard flock(file.rawValue, LOCK_EX | LOCK_NB) != 0 else { return file }
    try record("\(job.pullRequest) at \(job.head.short), job \(job.id)", in: Self.overlaps)
    return file
  }

  private func record(_ line: String, in name: String) throws {
    let file = try FileDescriptor.open(
      folder.appending(name), .writeOnly, options: [.create, .append, .closeOnExec], permissions: .ownerReadWrite)
    defer { try? file.close() }
    _ = try file.writeAll(Array("\(line)\n".utf8))
  }
}

/// The process that a review starts.
struct StartedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "started", abstract: "End successfully.", shouldDisplay: false)
}
