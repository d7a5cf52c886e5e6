// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import Foundation
import JobQueue
import Logging
import PostgresStore
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewServer

/// A job's log while it is copied to the other machines.
struct SharedJobLogTests {
  private let job = ReviewJob.ID(1)
  private let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private func text(_ output: any SharedOutput) async throws -> String {
    try await output.log(of: job, after: nil).map(\.text).joined()
  }

  @Test(
    .enabled(
      if: PostgresQueueAssembly.isAvailable && PostgresServer.isInstalled,
      "needs PostgreSQL's server, and a build with --traits PostgreSQL"))
  func `the shared log equals the job's log file`() async throws {
    try await withScratchDirectory { folder in
      let settings = try PostgresQueueSettings(
        connection: PostgresServer.shared.database(), process: QueueProcess(machine: "one", incarnation: "1"))
      let queue = try PostgresQueueAssembly().queue(settings)
      let logs = JobLogs(
        folder: folder.path, maximumBytes: { 200 }, shared: queue, sharedLifetime: { .seconds(3_600) })
      let request = JobRequest(
        PullRequestReference(repository: RepositoryReference(forge: "github", name: "acme/tiny"), number: 1),
        head: try #require(CommitID(String(repeating: "a", count: 40))))
      _ = try await queue.request(request)
      let lease = try #require(try await queue.claim(by: "test"))
      let output = try #require(logs.begin(lease.job, log))
      output.write(.output(line: "a line with \u{1b}[31mcolour"))
      // More than the limit.
      for _ in 0..<10 { output.write(.output(line: String(repeating: "x", count: 30))) }
      await output.close()
      let file = try String(contentsOfFile: logs.file(of: job).string, encoding: .utf8)
      #expect(try await text(queue) == file)
      #expect(file.contains("a line with \u{1b}[31mcolour\u{1b}[0m\n"))
      #expect(file.hasSuffix("the rest is omitted\n"))
      try await queue.close()
    }
  }

  @Test func `output that could not be sent is sent later, in order`() async throws {
    let output = UnreliableOutput()
    let copy = SharedJobLog(output, of: job, lifetime: .seconds(60), log: log)
    output.isAway.withLock { $0 = true }
    copy.add("first\n")
    await copy.send()
    output.isAway.withLock { $0 = false }
    copy.add("second\n")
    await copy.close()
    #expect(try await text(output) == "first\nsecond\n")
  }

  @Test func `when too much output is unsent, the beginning is kept and the gap is marked`() async throws {
    let output = UnreliableOutput()
    let copy = SharedJobLog(output, of: job, lifetime: .seconds(60), log: log)
    let line = String(repeating: "x", count: 99_999) + "\n"
    for _ in 0..<20 { copy.add(line) }
    await copy.send()
    copy.add("later\n")
    await copy.close()
    let text = try await text(output)
    #expect(text.hasPrefix(String(repeating: line, count: 10)))
    #expect(text.hasSuffix("x\nsome output is missing here; it is in the log on the machine that ran the job\nlater\n"))
  }

  /// Stores logs in memory, except while it is unavailable.
  private final class UnreliableOutput: SharedLogs, SharedValues {
    let isAway = Locked(false)
    private let parts = Locked<[SharedLogPart]>([])

    func append(_ text: String, toLogOf job: ReviewJob.ID, lifetime: Duration) async throws(QueueError) {
      if isAway.withLock({ $0 }) { throw QueueError(.failed, "no connection") }
      parts.withLock { $0.append(SharedLogPart(number: Int64($0.count + 1), text: text)) }
    }

    func log(of job: ReviewJob.ID, after part: SharedLogPart?) async throws(QueueError) -> [SharedLogPart] {
      parts.withLock { $0 }
    }

    func values(of kind: SharedValueKey.Kind, _ subject: String) async throws(QueueError) -> [String: [UInt8]] { [:] }

    func names(of kind: SharedValueKey.Kind, _ subject: String) async throws(QueueError) -> [String] { [] }

    func value(for key: SharedValueKey) async throws(QueueError) -> [UInt8]? { nil }

    func set(_ value: [UInt8], for key: SharedValueKey, lifetime: Duration) async throws(QueueError) {}
  }
}
