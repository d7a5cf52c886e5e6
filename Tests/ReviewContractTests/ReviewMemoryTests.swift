// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import Testing

@testable import ReviewContract

struct ReviewMemoryTests {
  private func commit(_ digit: String) throws -> CommitID {
    try #require(CommitID(String(repeating: digit, count: 40)))
  }

  private func memory(_ head: String, _ findings: Range<Int>) throws -> ReviewMemory {
    let commit = try commit(head)
    return ReviewMemory(
      Report(
        tool: "t", repository: Repository(forge: .github, name: "acme/shapes", cloneURL: ""),
        pullRequest: .init(number: 7, title: "", author: nil, url: nil, isFromFork: false), head: commit, base: commit,
        mergeBase: commit, configurationHash: "", verdict: .passed, reasons: [], stages: [], runs: [], coverage: nil,
        findings: findings.map { index in
          Finding(
            rule: "todo", severity: .warning, path: "a.swift", range: SourceRange(line: 1, column: 1),
            message: "-->\u{202e}", fingerprint: "--> \(index)", isInChange: true)
        }, notes: [], change: ChangeSummary(files: 0, addedLines: 0, removedLines: 0)))
  }

  @Test func `the progress counts fixed and new findings since the review of another commit`() throws {
    let first = try memory("a", 0..<5)
    #expect(first.progress == nil)
    let second = try memory("b", 2..<6).following(first)
    #expect(second.progress == "Since the review of `aaaaaaaaaa`: 2 of 5 findings fixed, 1 new.")
    let third = try memory("c", 2..<6).following(second)
    #expect(third.progress == "Since the review of `bbbbbbbbbb`: none of 4 findings fixed, none new.")
    #expect(try memory("d", 0..<0).following(memory("c", 0..<0)).progress == nil)
    #expect(
      try memory("d", 0..<1).following(memory("c", 0..<0)).progress
        == "Since the review of `cccccccccc`: no findings before, 1 new.")
  }

  @Test func `a repeated review of a commit leaves the memory unchanged`() throws {
    let second = try memory("b", 2..<6).following(memory("a", 0..<5))
    #expect(try memory("b", 2..<6).following(second) == second)
  }

  @Test func `the memory is read back from its line, which has no text of the pull request`() throws {
    let second = try memory("b", 2..<6).following(memory("a", 0..<5))
    #expect(ReviewMemory(line: second.line) == second)
    #expect(second.line.components(separatedBy: "-->").count == 2)
    #expect(second.line.utf8.allSatisfy { (0x20..<0x7f).contains($0) })
  }

  @Test func `the number of remembered findings is limited`() throws {
    let most = ReviewMemory.maximumFindings
    let full = try memory("b", 0..<most).following(memory("a", most..<(2 * most)))
    #expect(full.line.utf8.count < 4_000)
    #expect(ReviewMemory(line: full.line) == full)
    let more = try memory("c", 0..<(most + 1)).following(full)
    #expect(more.progress == "Since the review of `bbbbbbbbbb`: too many findings to compare.")
    #expect(ReviewMemory(line: more.line) == more)
  }

  @Test(arguments: [
    "", "<!-- reviewbot:state  -->", "<!-- reviewbot:state abc: -->", "<!-- reviewbot:state COMMIT -->",
    "<!-- reviewbot:state COMMIT:0123456 -->", "<!-- reviewbot:state COMMIT:0123456G -->",
    "<!-- reviewbot:state COMMIT:01234567..0 -->", "<!-- reviewbot:state COMMIT: COMMIT: COMMIT: -->",
    "<!-- reviewbot:state COMMIT:01234567 --> <script>", "<!-- reviewbot:v1 id=reviewbot -->",
  ])
  func `a malformed or too long line is rejected`(line: String) {
    let commit = String(repeating: "a", count: 40)
    #expect(ReviewMemory(line: line.replacing("COMMIT", with: commit)) == nil)
    let long = "<!-- reviewbot:state \(commit):" + Array(repeating: "01234567", count: 1_000).joined(separator: ".")
    #expect(ReviewMemory(line: long + " -->") == nil)
  }
}
