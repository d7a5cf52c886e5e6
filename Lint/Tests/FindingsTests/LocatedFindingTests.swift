// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Testing

/// Findings with the texts of their lines.
struct LocatedFindingTests {
  private let bytes = Array("first\n\u{E4}\n\n".utf8) + [0xFF, 0x61]

  private func finding(_ rule: String = "todo", _ message: String = "m", in file: FindingFile) -> Finding {
    Finding(
      FindingTexts(rule: rule, message: message, in: file), severity: .warning, range: SourceRange(line: 1, column: 1),
      digest: 7)
  }

  @Test(arguments: [(0..<5, "first"), (6..<8, "\u{E4}"), (9..<9, ""), (10..<12, "\u{FFFD}a"), (nil, nil)])
  func `the line is a part of the file`(line: Range<Int>?, expected: String?) {
    let located = LocatedFinding(finding(in: FindingFile(path: "a.swift", bytes: bytes)), line: line)
    #expect(located.lineText == expected)
    #expect(located.withLine { Array($0) } == line.map { Array(bytes[$0]) })
    // The same with the text of the line itself.
    let other = LocatedFinding(finding: finding(in: FindingFile(path: "a.swift")), lineText: expected)
    #expect(other.lineText == expected)
    #expect((other == located) == (expected != "\u{FFFD}a"))
    #expect(other.hashValue == located.hashValue)
    #expect(located != LocatedFinding(finding: located.finding, lineText: expected == nil ? "" : nil))
  }

  @Test(arguments: [
    ("a\u{E4}b", 1, 1), ("a\u{E4}b", 2, 2), ("a\u{E4}b", 3, 2), ("a\u{E4}b", 4, 3), ("a\u{E4}b", 9, 4),
    ("\u{1F600}b", 5, 3), ("\u{1F600}b", 6, 4), ("\u{FEFF}b", 4, 1), ("b", 0, 1), ("b", 7, 2),
  ])
  func `a column counts UTF-16`(line: String, column: Int, expected: Int) {
    let located = LocatedFinding(finding: finding(in: FindingFile(path: "a.swift")), lineText: line)
    #expect(located.utf16Column(column) == expected)
    #expect(LocatedFinding(finding: located.finding, lineText: nil).utf16Column(column) == column)
  }

  @Test(arguments: [100, 5000, 200_000])
  func `findings keep their lines, and not a much larger file`(size: Int) {
    let text = "first\n" + String(repeating: "x", count: size) + "\nlast\n"
    let file = FindingFile(path: "a.swift", bytes: Array(text.utf8))
    let last = (text.utf8.count - 5)..<(text.utf8.count - 1)
    let found = [
      LocatedFinding(finding("a", in: file), line: 0..<5), LocatedFinding(finding("b", in: file), line: 0..<5),
      LocatedFinding(finding("c", in: file), line: nil), LocatedFinding(finding("d", in: file), line: last),
    ]
    let kept = found.keepingLines()
    #expect(kept == found)
    #expect(kept.map(\.lineText) == ["first", "first", nil, "last"])
    #expect(kept.map(\.finding.file.bytes.count) == Array(repeating: size == 100 ? text.utf8.count : 9, count: 4))
    #expect([LocatedFinding]().keepingLines() == [])
  }

  @Test func `another text of the line replaces the contents of the file`() {
    let located = LocatedFinding(finding(in: FindingFile(path: "a.swift", bytes: bytes)), line: 0..<5)
    let other = LocatedFinding(finding: located.finding, lineText: "other")
    #expect(other.lineText == "other")
    #expect(located.lineText == "first")
    #expect(other.finding == located.finding)
    #expect(other != located)
    #expect(LocatedFinding(finding: located.finding, lineText: nil).lineText == nil)
  }

  @Test func `findings are equal whether they share their texts or not`() {
    let texts = FindingTexts(rule: "todo", message: "m", in: FindingFile(path: "a.swift"))
    let range = SourceRange(line: 1, column: 1)
    let shared = [1, 2].map { _ in Finding(texts, severity: .warning, range: range, digest: 7) }
    let own = Finding(
      rule: "todo", severity: .warning, path: "a.swift", range: range, message: "m", fingerprint: "0000000000000007")
    #expect(shared[0] == shared[1])
    #expect(shared[0] == own)
    #expect(Set(shared + [own]).count == 1)
    #expect(shared[0].textsIdentity == shared[1].textsIdentity)
    #expect(shared[0].textsIdentity != own.textsIdentity)
    for other in [
      Finding(rule: "line", severity: .warning, path: "a.swift", range: range, message: "m"),
      Finding(rule: "todo", severity: .error, path: "a.swift", range: range, message: "m"),
      Finding(rule: "todo", severity: .warning, path: "b.swift", range: range, message: "m"),
      Finding(rule: "todo", severity: .warning, path: "a.swift", range: range, message: "n"),
      Finding(rule: "todo", severity: .warning, path: "a.swift", range: range, message: "m", isInChange: true),
    ] {
      var other = other
      other.setFingerprint(7)
      #expect(other != own)
      other.fingerprint = "other"
      #expect(other.fingerprint == "other")
      #expect(other.fingerprintDigest == nil)
    }
  }

  @Test func `the order is that of places, then of rules and messages`() {
    let (first, second) = (FindingFile(path: "a.swift"), FindingFile(path: "b.swift"))
    let ordered = [
      finding("a", "m", in: first), finding("a", "n", in: first), finding("b", "a", in: first),
      finding("a", "a", in: FindingFile(path: "aa.swift")), finding("a", "m", in: second),
    ]
    for (index, left) in ordered.enumerated() {
      for (other, right) in ordered.enumerated() {
        #expect(Finding.isInOrder(left, right) == (index < other))
      }
    }
    #expect(!Finding.isInOrder(finding(in: first), finding(in: FindingFile(path: "a.swift"))))
  }
}
