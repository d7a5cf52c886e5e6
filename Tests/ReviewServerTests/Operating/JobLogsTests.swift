// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import JobQueue
import Logging
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewServer

struct JobLogsTests {
  private static let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private func logs(in folder: ScratchDirectory, maximumBytes: Int = 1 << 20) -> JobLogs {
    JobLogs(
      folder: folder.path.appending("logs"), maximumBytes: { maximumBytes },
      now: { Date(timeIntervalSince1970: 1_767_225_600) })
  }

  private func job() async throws -> ReviewJob {
    let queue = InMemoryQueue(clock: ManualClock())
    _ = try await queue.request(JobRequest(reference(), head: commit(1)))
    return try #require(await queue.claim(by: "test")).job
  }

  @Test func `the output of each attempt is kept, with colors and without other control characters`() async throws {
    try await withScratchDirectory { folder in
      let logs = logs(in: folder)
      let job = try await job()
      for attempt in 1...2 {
        let log = try #require(logs.begin(job, Self.log))
        log.write(.started(stage: "build"))
        log.write(.output(line: "attempt \(attempt) \u{1b}[31mred\u{1b}[2J\u{7}"))
        await log.close()
        log.write(.output(line: "later"))
      }
      let lines = try folder.text("logs/1.log").split(separator: "\n").map(String.init)
      #expect(lines.count == 6)
      #expect(lines[0] == "2026-01-01T00:00:00Z job 1, attempt 1: review of github:acme/shapes#1 at \(commit(1))")
      #expect(lines[1] == "2026-01-01T00:00:00Z build: started")
      #expect(lines[2] == "  attempt 1 \u{1b}[31mred\\u{7}\u{1b}[0m")
      let attributes = try FileManager.default.attributesOfItem(atPath: logs.file(of: job.id).string)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func `a log that exceeds its size limit is cut with a note`() async throws {
    try await withScratchDirectory { folder in
      let log = try #require(logs(in: folder, maximumBytes: 1_000).begin(try await job(), Self.log))
      for _ in 0..<100 { log.write(.output(line: String(repeating: "x", count: 100))) }
      await log.close()
      let text = try folder.text("logs/1.log")
      #expect(text.utf8.count < 1_300)
      #expect(text.hasSuffix("the log exceeds its size limit; the rest is omitted\n"))
    }
  }

  @Test func `old logs are deleted`() async throws {
    try await withScratchDirectory { folder in
      let now = Date()
      let logs = JobLogs(folder: folder.path.appending("logs"), maximumBytes: { 1 << 20 }, now: { now })
      for (number, days) in [(1, 40), (2, 3), (3, 2), (4, 1)] {
        let file = try folder.write("logs/\(number).log", String(repeating: "x", count: 8 << 10))
        try FileManager.default.setAttributes(
          [.modificationDate: now.addingTimeInterval(Double(-days) * 86_400)], ofItemAtPath: file.string)
      }
      #expect(logs.sweep(retention: .seconds(30 * 86_400), ofReports: .seconds(30 * 86_400)) == 1)
      #expect((1...4).filter { folder.exists("logs/\($0).log") } == [2, 3, 4])
    }
  }
}
