// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import Forges

struct StatusTextTests {
  private static let main = StatusSubject(number: 7, base: "main")
  private static let release = StatusSubject(number: 9, base: "release/2.x")

  @Test(
    arguments: [
      (StatusText(subject: main, summary: "passed"), "#7 into main: passed"),
      (StatusText(subject: StatusSubject(number: 7, base: nil), summary: "passed"), "#7: passed"),
      (
        StatusText(
          subject: main, others: [NamedResult(subject: release, passed: true)], summary: "2 of 3 tests failed"),
        "#7 into main (#9 into release/2.x passed): 2 of 3 tests failed"
      ),
      (
        StatusText(
          subject: release, writer: NamedResult(subject: main, passed: true),
          others: [NamedResult(subject: StatusSubject(number: 3, base: nil), passed: false)], summary: "a: b (c): d"),
        "#9 into release/2.x, while #7 into main passed (#3 failed): a: b (c): d"
      ),
      (
        StatusText(subject: StatusSubject(number: 7, base: "odd(name),"), summary: ""), "#7 into odd(name),: "
      ),
    ] as [(StatusText, String)])
  func `the text of a status is read as it was written`(text: StatusText, description: String) {
    #expect(text.description(atMost: 140) == description)
    #expect(StatusText(description) == text)
  }

  @Test(arguments: [
    "", "passed", "passed · 12 tests", "#7", "7 into main: passed", "#07 into main: passed", "#-7 into main: passed",
    "#0 into main: passed", "#7 into: passed", "#7 into main and more: passed", "#7 into main:passed",
    "#7 into main (#9 into release maybe): passed", "#7 into main (): passed", "#7, while #9 waits: passed",
    "#99999999999999999999 into main: passed", "error: #7 into main: passed",
  ])
  func `a text of another form names no pull request`(text: String) {
    #expect(StatusText(text) == nil)
  }

  @Test(arguments: [
    ("main", "main"), (String(repeating: "b", count: 30), String(repeating: "b", count: 30)), ("größe", "größe"),
  ])
  func `a short name of a branch is shown as it is`(name: String, shown: String) {
    #expect(StatusSubject(number: 1, base: name).base == shown)
  }

  @Test(arguments: [
    String(repeating: "b", count: 31), "a\u{a0}b", "a\u{200b}b", "a: b", "", String(repeating: "é", count: 200),
  ])
  func `another name is shown shortened, with a digest, and without separators`(name: String) throws {
    let subject = StatusSubject(number: 1, base: name)
    let shown = try #require(subject.base)
    #expect(shown != name && shown.utf16.count <= 30 && !shown.contains(where: { $0 == " " || $0 == ":" }))
    #expect(subject.covers(1, base: name))
    #expect(!subject.covers(1, base: name + "x") && !subject.covers(2, base: name))
    let text = StatusText(subject: subject, summary: "passed")
    #expect(StatusText(text.description(atMost: 140)) == text)
  }

  @Test(arguments: [60, 140, 255])
  func `as many other results as fit are named, failures first`(limit: Int) throws {
    let others = (10..<30).map {
      NamedResult(subject: StatusSubject(number: $0, base: "branch-\($0)"), passed: $0 % 2 == 0)
    }
    let text = StatusText(
      subject: Self.main, others: others, summary: String(repeating: "x", count: 300)
    ).description(atMost: limit)
    #expect(text.utf16.count == limit)
    let read = try #require(StatusText(text))
    #expect(read.subject == Self.main && read.others == Array(others.filter { !$0.passed }.prefix(read.others.count)))
  }
}
