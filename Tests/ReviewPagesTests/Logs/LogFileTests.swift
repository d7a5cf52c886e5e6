// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewPages

/// Reading a log by lines and by positions.
struct LogFileTests {
  /// 5,000 lines: empty ones, with multi-byte characters, and long ones.
  private static let lines = (1...5_000).map { number in
    switch number % 7 {
    case 0: ""
    case 1: "  line \(number)"
    case 2: "  Zeile \(number) mit Umläuten: äöü 日本 👩‍👩‍👧"
    case 3: "2026-11-26T10:00:00Z stage \(number): started"
    case 4: number % 1_000 == 4 ? String(repeating: "x", count: 70_000) : "  \t"
    case 5: "\u{1b}[31m  red \(number)\u{1b}[0m"
    default: "  " + String(repeating: "é", count: number % 90)
    }
  }

  /// The positions at which the lines begin, and the end.
  private static let positions = lines.reduce(into: [Int64(0)]) { $0.append(($0.last ?? 0) + Int64($1.utf8.count) + 1) }

  private func use(
    _ lines: [String] = lines, _ body: (inout LogFile, FilePath) throws -> Void
  ) async throws {
    try await withScratchDirectory { folder in
      let path = try folder.write("1.log", lines.map { "\($0)\n" }.joined())
      var file = LogFile(path: path)
      #expect(try file.refresh())
      try body(&file, path)
    }
  }

  private static func append(_ text: String, to path: FilePath) throws {
    let file = try FileDescriptor.open(path, .writeOnly, options: .append)
    defer { try? file.close() }
    try file.writeAll(text.utf8)
  }

  @Test func `any page of lines is read`() async throws {
    try await use { (file: inout LogFile, _: FilePath) throws in
      #expect(file.index.lines == 5_000)
      #expect(file.size == Self.positions.last)
      for (first, count) in [
        (1, 1), (1, 1_000), (2, 3), (511, 4), (512, 1), (513, 1), (514, 1), (1_001, 1_000), (4_001, 1_000),
        (4_999, 100),
        (5_000, 1), (1, 10_000),
      ] {
        let expected = Self.lines[(first - 1)..<min(first - 1 + count, 5_000)].enumerated()
          .map { ReviewPages.LogLine(number: first + $0, text: $1) }
        #expect(try file.lines(from: first, count: count) == expected, "from \(first), \(count)")
      }
      for (first, count) in [(0, 1), (-1, 1), (5_001, 1), (Int.max, 1), (1, 0)] {
        #expect(try file.lines(from: first, count: count) == [])
      }
    }
  }

  @Test func `every line is found at its position, and every position has its line`() async throws {
    try await use { (file: inout LogFile, _: FilePath) throws in
      for number in 1...5_001 {
        let position = try file.position(of: number)
        guard position == Self.positions[number - 1], try file.line(at: position) == number else {
          Issue.record("line \(number) is not at \(position)")
          return
        }
      }
      #expect(try file.position(of: .max) == file.size)
      #expect(try file.position(of: 0) == 0)
      #expect(try file.position(of: .min + 1) == 0)
    }
  }

  @Test func `no line begins at another position`() async throws {
    try await use { (file: inout LogFile, _: FilePath) throws in
      let starts = Set(Self.positions)
      for position in stride(from: Int64(1), to: file.size, by: 173) where !starts.contains(position) {
        guard try file.line(at: position) == nil else {
          Issue.record("a line begins at \(position)")
          return
        }
      }
      for position in [-1, file.size + 1, .max, .min] { #expect(try file.line(at: position) == nil) }
    }
  }

  @Test func `the lines after a position are read in parts without a gap`() async throws {
    try await use { (file: inout LogFile, _: FilePath) throws in
      for limit in [1, 100, 4_096, 1 << 20] {
        var (position, number) = (Int64(0), 1)
        var read: [ReviewPages.LogLine] = []
        while case let (lines, end) = try file.lines(after: position, line: number, limit: limit), !lines.isEmpty {
          read += lines
          (position, number) = (end, number + lines.count)
        }
        #expect(read.map(\.text) == Self.lines)
        #expect(read.map(\.number) == Array(1...5_000))
        #expect(position == file.size)
      }
    }
  }

  @Test func `a half-written line is none until its end is written`() async throws {
    try await use(["a"]) { (file: inout LogFile, path: FilePath) throws in
      try Self.append("b", to: path)
      #expect(try file.refresh())
      #expect(file.index.lines == 1)
      #expect(try file.lines(from: 1, count: 9).map(\.text) == ["a"])
      #expect(try file.lines(after: 0, line: 1, limit: 100).end == 2)
      try Self.append("c\nd", to: path)
      // Not seen before it is read again.
      #expect(try file.lines(from: 1, count: 9).map(\.text) == ["a"])
      #expect(try file.refresh())
      #expect(try file.lines(from: 1, count: 9).map(\.text) == ["a", "bc"])
      #expect(try file.line(at: 5) == 3)
    }
  }

  @Test func `a character that is written in two parts is not torn`() async throws {
    try await use(["a"]) { (file: inout LogFile, path: FilePath) throws in
      let bytes = Array("é\n".utf8)
      for byte in bytes {
        let descriptor = try FileDescriptor.open(path, .writeOnly, options: .append)
        try descriptor.writeAll([byte])
        try descriptor.close()
        #expect(try file.refresh())
      }
      #expect(try file.lines(from: 2, count: 1).map(\.text) == ["é"])
    }
  }

  @Test func `a log that grows between pages is read on`() async throws {
    try await use { (file: inout LogFile, path: FilePath) throws in
      var expected = Self.lines
      for round in 0..<20 {
        let more = (0..<100).map { "  round \(round), line \($0)" }
        try Self.append(more.map { "\($0)\n" }.joined(), to: path)
        expected += more
        #expect(try file.refresh())
        #expect(file.index.lines == expected.count)
        #expect(try file.lines(from: expected.count - 150, count: 200).map(\.text) == expected.suffix(151).map { $0 })
      }
    }
  }

  @Test func `a log that is cut off or replaced is read from its start`() async throws {
    try await use { (file: inout LogFile, path: FilePath) throws in
      #expect(truncate(path.string, 0) == 0)
      #expect(try file.refresh())
      #expect(file.index.lines == 0)
      #expect(try file.lines(from: 1, count: 1) == [])
      try Self.append("new\n", to: path)
      #expect(try file.refresh())
      #expect(try file.lines(from: 1, count: 9).map(\.text) == ["new"])
      // Longer than before, but another file.
      try Data("other\nfile\n".utf8).write(to: URL(fileURLWithPath: path.string), options: .atomic)
      #expect(try file.refresh())
      #expect(try file.lines(from: 1, count: 9).map(\.text) == ["other", "file"])
    }
  }

  @Test func `a log that shrinks while it is read ends early`() async throws {
    try await use { (file: inout LogFile, path: FilePath) throws in
      #expect(truncate(path.string, off_t(Self.positions[600] + 1)) == 0)
      #expect(try file.lines(from: 599, count: 9).map(\.number) == [599, 600])
      #expect(try file.lines(from: 4_000, count: 9) == [])
      #expect(try file.lines(after: Self.positions[4_000], line: 4_001, limit: 100).lines == [])
      #expect(try file.line(at: Self.positions[4_000]) == nil)
      #expect(try file.found("line").allSatisfy { $0.number <= 600 })
    }
  }

  @Test func `there is no log without a file, and none behind a link`() async throws {
    try await withScratchDirectory { folder in
      var file = LogFile(path: folder.path.appending("1.log"))
      #expect(try !file.refresh())
      #expect(try file.lines(from: 1, count: 1) == [])
      #expect(try file.position(of: 1) == 0)
      #expect(try file.found("a") == [])
      try folder.link("1.log", to: "/etc/passwd")
      #expect(throws: Errno.self) { try file.refresh() }
    }
  }

  @Test(arguments: [(1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3 << 20])
  func `the lines after a very long one are read`(length: Int) async throws {
    let lines = ["a", String(repeating: "b", count: length), "c", "d"]
    try await use(lines) { (file: inout LogFile, _: FilePath) throws in
      let count = file.index.lines
      let last = try file.lines(from: count, count: 1)
      #expect(last.map(\.text) == ["d"])
      #expect(last.map(\.number) == [count])
      #expect(try file.line(at: file.position(of: count)) == count)
      #expect(try file.found("d") == last)
      var (position, number, length) = (Int64(0), 1, 0)
      while case let (lines, end) = try file.lines(after: position, line: number, limit: 1_000), !lines.isEmpty {
        (position, number) = (end, number + lines.count)
        length += lines.reduce(0) { $0 + $1.text.utf8.count }
      }
      #expect(position == file.size)
      #expect(number == count + 1)
      #expect(length == lines.reduce(0) { $0 + $1.utf8.count })
    }
  }
}

extension LogFile {
  /// Returns the lines with a text.
  fileprivate func found(_ text: String) throws -> [ReviewPages.LogLine] {
    var search = LogSearch(text, limit: 9_999)
    while try !look(for: &search) {}
    return search.lines
  }
}
