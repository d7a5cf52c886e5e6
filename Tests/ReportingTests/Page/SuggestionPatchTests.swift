// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTMLTemplates
import ReviewContract
import ReviewTesting
import Testing

@testable import Reporting

struct SuggestionPatchTests {
  /// A file, the lines of it that a change added, and suggestions for it.
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var path = "Sources/Shapes/Circle.swift"
    let text: String
    let changed: ClosedRange<Int>
    let suggestions: [Suggestion]
    /// The file with the patch.
    let result: String
    var omitted = 0
    var lineEnds: ChangedSource.LineEnds?

    init(
      _ name: String, path: String? = nil, _ text: String, changed: ClosedRange<Int>, _ suggestions: [Suggestion],
      _ result: String, omitted: Int = 0, lineEnds: ChangedSource.LineEnds? = nil
    ) {
      testDescription = name
      if let path { self.path = path }
      self.text = text
      self.changed = changed
      self.suggestions = suggestions
      self.result = result
      self.omitted = omitted
      self.lineEnds = lineEnds
    }

    /// The file as the checkout reports it, with at least three lines around the change.
    var source: ChangedSource {
      var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
        String(Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
      }
      let isEnded = lines.last?.isEmpty == true
      if isEnded { lines.removeLast() }
      let first = max(1, changed.lowerBound - 3)
      let shown = (first...min(lines.count, changed.upperBound + 3)).map { number in
        (changed.contains(number) ? "+" : " ") + lines[number - 1]
      }
      return ChangedSource(
        ChangedFile(path: path, status: .modified),
        sections: [.init(oldStart: first, newStart: first, lines: shown)], lineEnds: lineEnds,
        unendedLine: isEnded ? nil : lines.count)
    }
  }

  private static func line(_ number: Int, _ text: String) -> Suggestion {
    Suggestion(startLine: number, endLine: number, replacement: text)
  }

  private static func numbered(_ count: Int, _ changes: [Int: String] = [:], end: String = "\n") -> String {
    (1...count).map { (changes[$0] ?? "line \($0)") + end }.joined()
  }

  private static let long = String(repeating: "x", count: ChangedSource.maximumLineBytes) + "…"

  static let examples = [
    Example("one line", numbered(20), changed: 8...10, [line(9, "new")], numbered(20, [9: "new"])),
    Example("the first line", numbered(9), changed: 1...2, [line(1, "new")], numbered(9, [1: "new"])),
    Example("the last line", numbered(9), changed: 8...9, [line(9, "new")], numbered(9, [9: "new"])),
    Example("the only line", "old\n", changed: 1...1, [line(1, "new")], "new\n"),
    Example("the only line, without an end", "old", changed: 1...1, [line(1, "new")], "new"),
    Example("the last line, without an end", "a\nb\nc", changed: 2...3, [line(3, "d")], "a\nb\nd"),
    Example("a line before the last, without an end", "a\nb\nc", changed: 2...2, [line(2, "d")], "a\nd\nc"),
    Example(
      "several lines become fewer, and one becomes more", numbered(30), changed: 5...25,
      [Suggestion(startLine: 6, endLine: 9, replacement: "one"), line(15, "a\nb\nc"), line(24, "last")],
      numbered(30, [6: "one", 15: "a\nb\nc", 24: "last"]).replacing("line 7\nline 8\nline 9\n", with: "")),
    Example(
      "adjacent lines", numbered(12), changed: 4...8, [line(5, "a"), line(6, "b"), line(8, "c")],
      numbered(12, [5: "a", 6: "b", 8: "c"])),
    Example(
      "distant lines", numbered(40), changed: 4...36, [line(5, "a"), line(12, "b"), line(20, "c")],
      numbered(40, [5: "a", 12: "b", 20: "c"])),
    Example(
      "two for one line", numbered(12), changed: 4...8, [line(5, "b"), line(5, "a"), line(5, "a")],
      numbered(12, [5: "a"]), omitted: 1),
    Example("an empty line", numbered(12, [5: "  "]), changed: 4...8, [line(5, "")], numbered(12, [5: ""])),
    Example(
      "CRLF", numbered(12, end: "\r\n"), changed: 4...8, [line(5, "a\r\nb")], numbered(12, [5: "a\r\nb"], end: "\r\n"),
      lineEnds: .crlf),
    Example(
      "CRLF without a last end", numbered(3, end: "\r\n") + "end", changed: 2...4, [line(4, "new")],
      numbered(3, end: "\r\n") + "new", lineEnds: .crlf),
    Example(
      "both line ends", "a\r\nb\n", changed: 1...2, [line(1, "c")], "a\r\nb\n", omitted: 1, lineEnds: .mixed),
    Example(
      "markup, tabs and accents", numbered(9, [4: "\t<a href=\"é\">&amp;'"]), changed: 3...6,
      [line(5, "\tlet ü = a < b && c > \"'\"")],
      numbered(9, [4: "\t<a href=\"é\">&amp;'", 5: "\tlet ü = a < b && c > \"'\""])),
    Example(
      "a path with spaces, quotes and accents", path: "Sources/My \"Ü\" \\ \t.swift", numbered(9), changed: 3...6,
      [line(4, "new")], numbered(9, [4: "new"])),
    Example(
      "hidden characters in the line, in the suggestion, and beside it",
      numbered(20, [6: "a\u{202e}b", 14: "a\u{200b}b"]), changed: 4...16,
      [line(6, "ab"), line(10, "a\u{2066}"), line(13, "new"), line(15, "new")],
      numbered(20, [6: "a\u{202e}b", 14: "a\u{200b}b", 15: "new"]), omitted: 3),
    Example(
      "a cut line, and one beside it", numbered(20, [6: long, 10: long]), changed: 4...16,
      [line(6, "a"), line(11, "b")], numbered(20, [6: long, 10: long, 11: "b"]), omitted: 1),
    Example(
      "lines that are not in the report", numbered(40), changed: 10...12, [line(2, "a"), line(11, "b"), line(15, "c")],
      numbered(40, [11: "b"]), omitted: 2),
    Example(
      "lines in reverse order", numbered(12), changed: 4...8,
      [Suggestion(startLine: 7, endLine: 5, replacement: "a"), line(-1, "b"), line(5, "c")], numbered(12, [5: "c"]),
      omitted: 2),
  ]

  private func patch(_ examples: [Example]) throws -> SuggestionPatch {
    let findings = examples.flatMap { example in
      example.suggestions.map { suggestion in
        Finding(
          rule: "rule", severity: .warning, path: example.path,
          range: SourceRange(line: max(1, suggestion.startLine), column: 1), message: "message", fingerprint: "0",
          isInChange: true, suggestion: suggestion)
      }
    }
    return SuggestionPatch(try SampleReport.passed(findings: findings), examples.map(\.source))
  }

  /// Applies a patch as a browser copies it from the page.
  private func apply(_ patch: SuggestionPatch, to examples: [Example]) async throws -> [String] {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("tree"))
      for example in examples { try git.write(example.path, example.text) }
      try folder.write("patch", Self.copied(patch.files.map(\.text).joined()))
      if patch.count > 0 { try git.git("apply", "--whitespace=nowarn", "../patch") }
      return try examples.map { try git.folder.text($0.path) }
    }
  }

  private static func copied(_ text: String) -> String {
    let html: HTML = "\(exact: text)"
    return [
      ("&#9;", "\t"), ("&#13;", "\r"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
    ]
    .reduce(html.text) { $0.replacing($1.0, with: $1.1) }
  }

  @Test(arguments: examples)
  func `git applies the suggestions of a file`(example: Example) async throws {
    let patch = try patch([example])
    #expect(patch.omitted == example.omitted)
    #expect(patch.count == Set(example.suggestions).count - example.omitted)
    #expect(try await apply(patch, to: [example]) == [example.result])
  }

  @Test func `git applies the suggestions of several files at once`() async throws {
    let examples = Self.examples.enumerated().map { index, example in
      Example(
        example.testDescription, path: "\(index)/\(example.path)", example.text, changed: example.changed,
        example.suggestions, example.result, omitted: example.omitted, lineEnds: example.lineEnds)
    }
    let patch = try patch(examples)
    #expect(patch.files.count == examples.count { $0.text != $0.result })
    #expect(patch.omitted == examples.reduce(0) { $0 + $1.omitted })
    #expect(try await apply(patch, to: examples) == examples.map(\.result))
  }

  @Test(arguments: Soak.seeds(12, long: 2_000))
  func `git applies random suggestions`(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let count = Int.random(in: 1...40, using: &random)
    // Equal lines, which a patch must not confuse.
    let lines = (1...count).map { _ in ["}", "  }", "", "let a = 1"].randomElement(using: &random) ?? "" }
    let first = Int.random(in: 1...count, using: &random)
    let changed = first...Int.random(in: first...count, using: &random)
    var (results, suggestions) = (lines.map { [$0] }, [Suggestion]())
    for number in changed where Int.random(in: 0..<3, using: &random) == 0 {
      let replacement = (0...Int.random(in: 0...2, using: &random)).map { "new \(number).\($0)" }
      results[number - 1] = replacement
      suggestions.append(Self.line(number, replacement.joined(separator: "\n")))
    }
    let end = Bool.random(using: &random) && lines.last != "" ? "" : "\n"
    let example = Example(
      "random", lines.joined(separator: "\n") + end, changed: changed, suggestions,
      results.flatMap(\.self).joined(separator: "\n") + end)
    let patch = try patch([example])
    #expect(patch.omitted == 0)
    #expect(try await apply(patch, to: [example]) == [example.result])
  }

  @Test func `a patch has a limited size`() throws {
    let examples = (0..<40).map { index in
      let text = Self.numbered(100)
      return Example(
        "large", path: "\(index).swift", text, changed: 1...100,
        (1...100).map { Self.line($0, String(repeating: "x", count: 100)) }, text)
    }
    let patch = try patch(examples)
    #expect(patch.files.reduce(0) { $0 + $1.text.utf8.count } <= 200_000)
    #expect(patch.count > 1_000 && patch.count + patch.omitted == 4_000)
  }

  @Test func `copied text has no hidden characters`() {
    let html: HTML = "\(exact: "a\tb\r\n\u{202e}<b>\u{0}")"
    #expect(html.text == "a&#9;b&#13;\n\\u{202E}&lt;b&gt;\\u{0}")
  }
}
