// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import ReviewPages

/// The attempts, stages and errors of a log.
struct LogIndexTests {
  private static let time = "2026-11-26T10:00:00Z"

  private static func index(_ lines: [String]) -> LogIndex {
    lines.reduce(into: LogIndex()) { index, line in
      var line = line
      line.withUTF8 { index.add(UnsafeRawBufferPointer($0)) }
    }
  }

  private static func mark(_ text: String) -> String { "\(time) \(text)" }

  @Test func `stages have their lines, status, duration and first error`() {
    let index = Self.index([
      Self.mark("job 12, attempt 1: review of github:acme/shapes#7 at 1234567890"), Self.mark("fetch: started"),
      Self.mark("fetch: passed after 15 ms"), Self.mark("build: started"), "  Compiling Shapes",
      "  Circle.swift:3:10: error: cannot find 'radius' in scope", "  Circle.swift:4:10: error: another",
      Self.mark("build: failed after 1200 ms"), Self.mark("test: started"), "  Test run started",
    ])
    #expect(index.lines == 10)
    #expect(index.stages.map(\.name) == ["fetch", "build", "test"])
    #expect(index.stages.map(\.status) == ["passed", "failed", nil])
    #expect(index.stages.map(\.milliseconds) == [15, 1_200, nil])
    #expect(index.stages.map(\.firstLine) == [2, 4, 9])
    #expect(index.stages.map(\.lastLine) == [3, 8, 10])
    #expect(index.stages.map(\.firstError) == [nil, 6, nil])
    #expect(index.stages.map(\.startedAt) == [Self.time, Self.time, Self.time])
    #expect(index.firstError == 6)
  }

  @Test func `a line after a stage that ran beside another belongs to the other`() {
    let index = Self.index([
      Self.mark("build: started"), "  Compiling Shapes", Self.mark("linters: started"), "  Linting a.swift",
      Self.mark("linters: done after 15 ms"), "  b.swift:3:1: error: no such module",
      Self.mark("build: failed after 9 ms"),
    ])
    #expect(index.stages.map(\.name) == ["build", "linters"])
    #expect(index.stages.map(\.status) == ["failed", "done"])
    #expect(index.stages.map(\.firstLine) == [1, 3])
    #expect(index.stages.map(\.lastLine) == [7, 5])
    #expect(index.stages.map(\.firstError) == [6, nil])
  }

  @Test func `the stages of the last attempt count`() {
    let attempt = [Self.mark("build: started"), "  a: error: b", Self.mark("build: failed after 1 ms")]
    let index = Self.index(
      [Self.mark("job 12, attempt 1: review")] + attempt + [Self.mark("attempt failed: the disk is full")]
        + [Self.mark("job 12, attempt 2: review")] + [Self.mark("build: started")])
    #expect(index.attempts.map(\.number) == [1, 2])
    #expect(index.attempts.map(\.error) == ["the disk is full", nil])
    #expect(index.attempts.map(\.firstLine) == [1, 6])
    #expect(index.stages.count == 2)
    #expect(index.lastStages.map(\.firstLine) == [7])
    #expect(index.firstError == nil)
  }

  @Test(arguments: [
    "build: started", "attempt failed: x", "job 1, attempt 9: review", "build: passed after 1 ms",
  ])
  func `a line of a program is no mark`(text: String) {
    // Output has two spaces before it, whatever a program prints.
    for line in [
      "  \(Self.mark(text))", " \(Self.mark(text))", "\t\(Self.mark(text))", text, "", "x\(Self.mark(text))",
    ] {
      let index = Self.index([Self.mark("build: started"), line])
      #expect(index.stages.count == 1)
      #expect(index.stages.first?.status == nil)
      #expect(index.attempts.isEmpty)
      #expect(!ReviewPages.LogLine(number: 1, text: line).isMark)
    }
    #expect(LogMark(Self.mark(text)) != nil)
  }

  @Test(arguments: [
    ("  a.swift:1:1: error: x", true), ("  Fatal error: x", true), ("  ✘ Test a() failed", true),
    ("  undefined reference to `x'", true), ("  warning: x", false), ("  error", false), ("  0 errors", false),
    ("", false),
    ("2026-11-26T10:00:00Z build: error: x", false),
  ])
  func `lines that report errors`(line: String, reports: Bool) {
    #expect(ReviewPages.LogLine(number: 1, text: line).reportsError == reports)
    let index = Self.index([Self.mark("build: started"), line])
    #expect((index.firstError == 2) == reports)
  }

  @Test func `the numbers of stages and attempts are bounded`() {
    let stages = (0..<10_500).flatMap { [Self.mark("s\($0): started"), Self.mark("s\($0): passed after 1 ms")] }
    let attempts = (0..<500).map { Self.mark("job 1, attempt \($0): review") }
    let index = Self.index(attempts + stages)
    #expect(index.stages.count == 10_000)
    #expect(index.attempts.count == 100)
    #expect(index.lines == 21_500)
    // The lines of later stages belong to the last.
    #expect(index.stages.last?.name == "s9999")
    #expect(index.stages.last?.lastLine == 21_500)
    #expect(index.stages.allSatisfy { $0.status == "passed" })
  }

  @Test func `stages with equal names end in the reverse order of their starts`() {
    let index = Self.index([
      Self.mark("test: started"), Self.mark("test: started"), Self.mark("test: failed after 1 ms"),
      Self.mark("test: passed after 2 ms"), Self.mark("test: passed after 3 ms"), Self.mark("other: passed after 4 ms"),
    ])
    #expect(index.stages.map(\.status) == ["passed", "failed"])
    #expect(index.stages.map(\.milliseconds) == [2, 1])
  }

  @Test(arguments: [
    "0", "2026", "2026 ", "2026-11-26T10:00:00Z", "2026 :", "9 : started", "9 x: y after z ms",
    "9 a: passed after 99999999999999999999 ms", "9 job , attempt : x", "9 job 1, attempt 99999999999999999999",
    "9 : passed after 1 ms", "9 ms", "9  ms",
  ])
  func `unusual marks do no harm`(line: String) {
    let index = Self.index([line, line])
    #expect(index.lines == 2)
    #expect(index.attempts.isEmpty)
  }
}
