// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import Testing

@testable import Forges

struct CheckContentTests {
  private func annotation(_ range: SourceRange, message: String = "Look.", title: String = "rule") -> CheckAnnotation {
    CheckAnnotation(Annotation(path: "a.swift", range: range, severity: .error, title: title, message: message))
  }

  @Test func `an annotation has columns only if it covers one line`() {
    let one = annotation(SourceRange(startLine: 3, startColumn: 5, endLine: 3, endColumn: 9))
    #expect([one.startLine, one.endLine, one.startColumn, one.endColumn] == [3, 3, 5, 8])
    let point = annotation(SourceRange(line: 3, column: 5))
    #expect([point.startColumn, point.endColumn] == [5, 5])
    let several = annotation(SourceRange(startLine: 3, startColumn: 5, endLine: 4, endColumn: 2))
    #expect([several.startLine, several.endLine, several.startColumn, several.endColumn] == [3, 4, nil, nil])
    let none = annotation(SourceRange(line: 0, column: 0))
    #expect([none.startLine, none.endLine, none.startColumn] == [1, 1, nil])
  }

  @Test func `the message and the title of an annotation are shortened to their limits`() {
    let limit = GitHubLimits.annotationMessageBytes
    let place = SourceRange(line: 1, column: 1)
    #expect(annotation(place, message: String(repeating: "x", count: limit)).message.utf8.count == limit)
    let long = annotation(place, message: String(repeating: "👩‍👩‍👧‍👦", count: 3_000)).message
    #expect(long.utf8.count <= limit && long.utf8.count > limit - 30 && long.hasSuffix("…"))
    #expect(annotation(place, title: String(repeating: "x", count: 300)).title.count == 255)
    #expect(annotation(place, message: "", title: "rule").message == "rule")
  }

  @Test(arguments: [(GitHubLimits.checkSummaryCharacters, true), (GitHubLimits.checkSummaryCharacters + 1, false)])
  func `the summary is one line if the comment is too long for it`(count: Int, isWhole: Bool) throws {
    let text = String(repeating: "x", count: count - 1)
    let content = CheckContent(try samplePublication(text, summary: "passed"))
    #expect(content.summary == (isWhole ? text + "\n" : "passed"))
  }

  @Test(arguments: [
    (Publication.State.pending, nil), (.success, "success"), (.failure, "failure"), (.error, "cancelled"),
  ])
  func `the verdict is mapped to GitHub's conclusions`(state: Publication.State, conclusion: String?) throws {
    #expect(CheckContent(try samplePublication(state: state)).conclusion == conclusion)
  }

  @Test func `the identity of the content changes with each of its parts`() throws {
    let contents = [
      try samplePublication(), try samplePublication("Else."), try samplePublication(state: .failure),
      try samplePublication(summary: "else"), try samplePublication(annotations: sampleAnnotations(1)),
      try samplePublication(annotations: sampleAnnotations(2)),
    ].map { CheckContent($0) }
    #expect(Set(contents.map(\.identity)).count == contents.count)
    #expect(CheckContent(try samplePublication()).identity == contents[0].identity)
    #expect(contents.allSatisfy { CheckIdentity.pullRequest($0.identity) == 7 })
    var based = try samplePublication()
    based.base = "main"
    #expect(CheckContent(based).identity.hasPrefix("reviewbot:7:main:"))
    #expect(CheckContent(based).title == "#7 into main: passed")
  }
}
