// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import JobQueue
import ReviewContract
import ReviewServer
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewPages

/// The logs of other machines, which are copied to files.
struct SharedLogTests {
  /// Logs in memory, which return two parts at once.
  private final class MemoryLogs: SharedLogs {
    private let parts = Locked<[ReviewJob.ID: [SharedLogPart]]>([:])
    let reads = Locked(0)
    /// Reads wait for it.
    let gate = Locked<Gate?>(nil)

    func append(_ text: String, toLogOf job: ReviewJob.ID, lifetime: Duration) async throws(QueueError) {
      add(text, to: job)
    }

    func add(_ text: String, to job: ReviewJob.ID) {
      parts.withLock { parts in
        let number = Int64((parts[job]?.count ?? 0) + 1)
        parts[job, default: []].append(SharedLogPart(number: number, text: text))
      }
    }

    func log(of job: ReviewJob.ID, after part: SharedLogPart?) async throws(QueueError) -> [SharedLogPart] {
      reads.withLock { $0 += 1 }
      let found = parts.withLock { Array(($0[job] ?? []).drop { $0.number <= part?.number ?? 0 }.prefix(2)) }
      do {
        try await gate.withLock { $0 }?.pass()
      } catch {
        throw QueueError(.failed, "cancelled")
      }
      return found
    }
  }

  private static let job = ReviewJob.ID(7)

  private func use(
    _ body: @escaping @Sendable (MemoryLogs, _ library: @Sendable () -> LogLibrary) async throws -> Void
  ) async throws {
    try await withScratchDirectory { folder in
      let shared = MemoryLogs()
      try await body(shared) {
        LogLibrary(
          JobLogs(folder: folder.path.appending("logs"), maximumBytes: { 1 << 20 }), shared: shared,
          copies: folder.path.appending("copies"))
      }
    }
  }

  private static func text(_ library: LogLibrary, _ job: ReviewJob.ID = job) async throws -> [String] {
    try await library.lines(of: job, from: 1, count: 9_999).map(\.text)
  }

  @Test func `parts arrive, and the copy grows`() async throws {
    try await use { (shared: MemoryLogs, library: @Sendable () -> LogLibrary) async throws in
      let library = library()
      #expect(try await library.index(of: Self.job) == nil)
      var expected: [String] = []
      for number in 1...7 {
        shared.add("line \(number)\n", to: Self.job)
        expected.append("line \(number)")
        #expect(try await Self.text(library) == expected)
      }
      // The parts of a line.
      shared.add("half", to: Self.job)
      #expect(try await Self.text(library) == expected)
      shared.add(" of a line\n", to: Self.job)
      #expect(try await Self.text(library) == expected + ["half of a line"])
    }
  }

  @Test func `a library that begins again reads the log again`() async throws {
    try await use { (shared: MemoryLogs, library: @Sendable () -> LogLibrary) async throws in
      for number in 1...5 { shared.add("line \(number)\n", to: Self.job) }
      let expected = (1...5).map { "line \($0)" }
      #expect(try await Self.text(library()) == expected)
      #expect(try await Self.text(library()) == expected)
    }
  }

  @Test func `readers at the same time double no part`() async throws {
    try await use { (shared: MemoryLogs, library: @Sendable () -> LogLibrary) async throws in
      let library = library()
      for number in 1...9 { shared.add("line \(number)\n", to: Self.job) }
      let gate = Gate()
      shared.gate.withLock { $0 = gate }
      let results = try await withThrowingTaskGroup(of: [String].self) { group in
        for _ in 0..<20 { group.addTask { try await Self.text(library) } }
        try await gate.arrived()
        gate.open()
        return try await group.reduce(into: []) { $0.append($1) }
      }
      for result in results { #expect(result == (1...9).map { "line \($0)" }) }
      #expect(try await Self.text(library) == (1...9).map { "line \($0)" })
    }
  }

  @Test func `the copies are bounded, and made again`() async throws {
    try await use { (shared: MemoryLogs, library: @Sendable () -> LogLibrary) async throws in
      let library = library()
      for job in 1...40 { shared.add("log of \(job)\n", to: ReviewJob.ID(Int64(job))) }
      for _ in 0..<2 {
        for job in 1...40 { #expect(try await Self.text(library, ReviewJob.ID(Int64(job))) == ["log of \(job)"]) }
      }
    }
  }

  @Test func `a copy that is removed while parts arrive has no gap`() async throws {
    try await use { (shared: MemoryLogs, library: @Sendable () -> LogLibrary) async throws in
      let library = library()
      shared.add("line 1\n", to: Self.job)
      #expect(try await Self.text(library) == ["line 1"])
      for job in 100..<140 { shared.add("other\n", to: ReviewJob.ID(Int64(job))) }
      shared.add("line 2\n", to: Self.job)
      let gate = Gate()
      shared.gate.withLock { $0 = gate }
      async let text = Self.text(library)
      try await gate.arrived()
      // The other logs displace the copy.
      shared.gate.withLock { $0 = nil }
      for job in 100..<140 { #expect(try await Self.text(library, ReviewJob.ID(Int64(job))) == ["other"]) }
      gate.open()
      #expect(try await text == ["line 1", "line 2"])
      #expect(try await Self.text(library) == ["line 1", "line 2"])
    }
  }

  @Test func `a place is found in a copy`() async throws {
    try await use { (shared: MemoryLogs, library: @Sendable () -> LogLibrary) async throws in
      let library = library()
      #expect(try await library.place(of: .max, in: Self.job) == LogPlace(position: 0, line: 1))
      #expect(try await library.place(at: 0, in: Self.job) == LogPlace(position: 0, line: 1))
      #expect(try await library.place(at: 2, in: Self.job) == nil)
      shared.add("a\nbc\n", to: Self.job)
      #expect(try await library.place(at: 2, in: Self.job) == LogPlace(position: 2, line: 2))
      #expect(try await library.place(of: .max, in: Self.job) == LogPlace(position: 5, line: 3))
      #expect(try await library.place(at: 3, in: Self.job) == nil)
      let (lines, end, isLast) = try await library.lines(of: Self.job, after: LogPlace(position: 2, line: 2), limit: 99)
      #expect(lines == [ReviewPages.LogLine(number: 2, text: "bc")])
      #expect(end == LogPlace(position: 5, line: 3))
      #expect(isLast)
    }
  }
}
