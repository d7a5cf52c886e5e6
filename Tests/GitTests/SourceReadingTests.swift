// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import ReviewTesting
import Testing

@testable import Git

struct SourceReadingTests {
  private static func text(_ lines: some Sequence<Int>) -> String { lines.map { "line \($0)\n" }.joined() }

  private func sources(
    base: (GitFixture) throws -> Void, head: (GitFixture) throws -> Void
  ) async throws -> [ChangedSource] {
    try await withReviewedRepository(base: base, head: head) { repository in
      #expect(try await repository.review().sources == nil)
      var settings = repository.settings()
      settings.readsSources = true
      let workspace = try await GitWorkspaceProvider(settings).checkOut(repository.pullRequest()) { _ in }
      return try #require(workspace.sources)
    }
  }

  @Test func `reads both versions around the changes`() async throws {
    let sources = try await sources(
      base: { try $0.write("f", Self.text(1...200)) },
      head: { fixture in
        try fixture.write("f", Self.text(1...49) + "changed\r\nand more\n" + Self.text(51...179) + Self.text(181...200))
        try fixture.write("new", "a\nb")
      })
    #expect(sources.map(\.path) == ["f", "new"])
    #expect(sources[1].sections == [.init(oldStart: 1, newStart: 1, lines: ["+a", "+b"])])
    let sections = sources[0].sections
    #expect(sections.map(\.oldStart) == [10, 140])
    #expect(sections.map(\.newStart) == [10, 141])
    #expect(sections[0].lines.count == 40 + 3 + 40)
    #expect(sections[0].lines[39...43] == [" line 49", "-line 50", "+changed", "+and more", " line 51"])
    #expect(sections[1].lines.count == 40 + 1 + 20)
    #expect(sections[1].lines[39...41] == [" line 179", "-line 180", " line 181"])
    #expect([sources[0].addedLines, sources[0].removedLines] == [2, 2])
    #expect(!sources[0].isCut)
    #expect(sources.map(\.lineEnds) == [.mixed, nil])
    #expect(sources.map(\.unendedLine) == [nil, 2])
  }

  @Test(
    arguments: [
      ("a\nb\n", nil, nil), ("a\nb", nil, 2), ("a\r\nb\r\n", .crlf, nil), ("a\r\nb", .crlf, 2),
      ("a\r\nb\n", .mixed, nil),
      ("a\r", nil, 1), ("", nil, nil), ("\n", nil, nil),
    ] as [(String, ChangedSource.LineEnds?, Int?)])
  func `tells the line ends of the new version`(text: String, ends: ChangedSource.LineEnds?, unended: Int?) {
    let blob = BlobText(file: ChangedFile(path: "f", status: .added), new: Array(text.utf8))
    let source = BlobText.fitting([blob], into: 1_000)[0]
    #expect(source.lineEnds == ends)
    #expect(source.unendedLine == unended)
  }

  @Test func `deleted and renamed files are read, and a binary file is marked as omitted`() async throws {
    let sources = try await sources(
      base: { fixture in
        try fixture.write("deleted", "a\nb\n")
        try fixture.write("before", Self.text(1...20))
      },
      head: { fixture in
        try fixture.git("rm", "--quiet", "deleted")
        try fixture.git("mv", "before", "after")
        try fixture.write("binary", "\u{0}\u{1}")
      })
    #expect(sources.map(\.path) == ["after", "binary", "deleted"])
    #expect(sources.map(\.oldPath) == ["before", nil, nil])
    #expect(sources.map(\.omission) == [nil, .binary, nil])
    #expect(sources[2].sections == [.init(oldStart: 1, newStart: 1, lines: ["-a", "-b"])])
    #expect(sources[0].sections == [])
  }

  @Test func `a large change keeps short files whole and cuts long ones`() throws {
    let line = String(repeating: "x", count: 92)
    let texts = [10, 30_000, 20].enumerated().map { index, count in
      let text = String(repeating: line + "\n", count: count)
      let hunks = [Hunk(oldStart: 0, oldCount: 0, newStart: 1, newCount: count)]
      return BlobText(file: ChangedFile(path: "\(index)", status: .added, hunks: hunks), new: Array(text.utf8))
    }
    let sources = BlobText.fitting(texts, into: 100_000)
    #expect(sources.map(\.isCut) == [false, true, false])
    let counts = sources.map { $0.sections.reduce(0) { $0 + $1.lines.count } }
    #expect(counts[0] == 10 && counts[2] == 20 && (900...1000).contains(counts[1]))
  }

  @Test func `a long line is cut between characters`() throws {
    let text = String(repeating: "x", count: 399) + "äöü\n"
    let hunks = [Hunk(oldStart: 0, oldCount: 0, newStart: 1, newCount: 1)]
    let source = BlobText(file: ChangedFile(path: "f", status: .added, hunks: hunks), new: Array(text.utf8))
    #expect(
      BlobText.fitting([source], into: 10_000)[0].sections[0].lines == [
        "+" + String(repeating: "x", count: 399) + "…"
      ])
  }
}
