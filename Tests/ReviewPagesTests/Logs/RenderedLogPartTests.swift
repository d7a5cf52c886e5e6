// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import JobQueue
import ReviewServer
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewPages

/// What readers get who follow a log.
struct RenderedLogPartTests {
  private static let job = ReviewJob.ID(7)
  private static let start = LogPlace(position: 0, line: 1)

  /// - Parameter interval: how often the end of the log is read.
  private func use(
    interval: Duration,
    _ body: @escaping @Sendable (LogLibrary, _ append: @Sendable (ClosedRange<Int>) throws -> Void) async throws -> Void
  ) async throws {
    try await withScratchDirectory { folder in
      let logs = JobLogs(folder: folder.path.appending("logs"), maximumBytes: { 1 << 20 })
      let file = logs.file(of: Self.job)
      try FileManager.default.createDirectory(
        atPath: folder.path.appending("logs").string, withIntermediateDirectories: true)
      let library = LogLibrary(
        logs, shared: nil, copies: folder.path.appending("copies"), partInterval: interval)
      try await body(library) { numbers in
        let descriptor = try FileDescriptor.open(
          file, .writeOnly, options: [.create, .append], permissions: .ownerReadWrite)
        try descriptor.closeAfter {
          _ = try descriptor.writeAll(numbers.map { "  line \($0)\n" }.joined().utf8)
        }
      }
    }
  }

  private static func lines(_ part: RenderedLogPart?) -> [Int] {
    part.map { part in part.data.matches(of: /id="L([0-9]+)"/).compactMap { Int($0.1) } } ?? []
  }

  @Test func `between two readings of the end all readers get the same parts`() async throws {
    try await use(interval: .seconds(86_400)) { library, append in
      try append(1...10)
      let first = try #require(try await library.part(of: Self.job, after: Self.start, isComplete: false))
      #expect(Self.lines(first) == Array(1...10))
      try append(11...15)
      // Another page of the same log reads all lines, and does not move the end of those who follow it.
      #expect(try await library.index(of: Self.job)?.lines == 15)
      let second = try #require(try await library.part(of: Self.job, after: Self.start, isComplete: false))
      #expect(second.end == first.end && second.data == first.data)
      #expect(try await library.part(of: Self.job, after: first.end, isComplete: false) == nil)
      // A reader whose page was loaded after the reading waits for the next one.
      let newer = try await library.place(of: 13, in: Self.job)
      #expect(try await library.part(of: Self.job, after: newer, isComplete: false) == nil)
      // One within a part meets the others at its end.
      let within = try await library.place(of: 4, in: Self.job)
      let rest = try #require(try await library.part(of: Self.job, after: within, isComplete: false))
      #expect(Self.lines(rest) == Array(4...10) && rest.end == first.end)
    }
  }

  @Test func `the end of a complete log is read at once`() async throws {
    try await use(interval: .seconds(86_400)) { library, append in
      try append(1...10)
      let first = try #require(try await library.part(of: Self.job, after: Self.start, isComplete: false))
      try append(11...15)
      let last = try await library.part(of: Self.job, after: first.end, isComplete: true)
      #expect(Self.lines(last) == Array(11...15))
      #expect(try await library.part(of: Self.job, after: last?.end ?? Self.start, isComplete: true) == nil)
    }
  }

  @Test func `a log that does not exist yet is read when it does`() async throws {
    try await use(interval: .zero) { library, append in
      #expect(try await library.part(of: Self.job, after: Self.start, isComplete: false) == nil)
      try append(1...3)
      #expect(Self.lines(try await library.part(of: Self.job, after: Self.start, isComplete: false)) == [1, 2, 3])
    }
  }

  @Test func `readers at many places get each line once`() async throws {
    try await use(interval: .zero) { library, append in
      var places = Array(repeating: Self.start, count: 50)
      var received = Array(repeating: [Int](), count: 50)
      for round in 0..<20 {
        try append((round * 10 + 1)...(round * 10 + 10))
        for reader in places.indices where (reader + round).isMultiple(of: 3) || round == 19 {
          while let part = try await library.part(of: Self.job, after: places[reader], isComplete: false) {
            received[reader] += Self.lines(part)
            places[reader] = part.end
          }
        }
      }
      #expect(received.allSatisfy { $0 == Array(1...200) })
    }
  }
}
