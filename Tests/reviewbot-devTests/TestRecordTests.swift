// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Testing

@testable import reviewbot_dev

struct TestRecordTests {
  private static func test(_ name: String) -> String {
    #"{"kind":"test","payload":{"displayName":"\#(name)","id":"T.S/`\#(name)`()/S.swift:1:1","kind":"function"}}"#
  }

  private static func event(_ kind: String, _ name: String, symbol: String = "default", _ text: String = "") -> String {
    #"{"kind":"event","payload":{"kind":"\#(kind)","messages":[{"symbol":"\#(symbol)","text":"\#(text)"}],"#
      + #""testID":"T.S/`\#(name)`()/S.swift:1:1"}}"#
  }

  private static let runEnded = #"{"kind":"event","payload":{"kind":"runEnded","messages":[]}}"#

  private func record(_ lines: [String], times: String = "") -> TestRecord {
    TestRecord(events: Data(lines.joined(separator: "\n").utf8), times: times)
  }

  @Test func `passed, failed and skipped tests are recorded, with the reasons of skipped tests`() {
    let record = record([
      Self.test("a"), Self.test("b"), Self.test("c"), #"{"kind":"test","payload":{"id":"T.S","kind":"suite"}}"#,
      Self.event("testStarted", "a"), Self.event("testStarted", "b"),
      Self.event("testSkipped", "c", symbol: "skip", #"Test \"c\" skipped: \"there is no sshd\""#),
      Self.event("testEnded", "a", symbol: "pass"), Self.event("testEnded", "b", symbol: "fail"), Self.runEnded,
    ])
    #expect(record.passed == 1 && record.failed == ["T.S b"] && record.skipped == ["there is no sshd": ["T.S c"]])
    #expect(record.isComplete && record.running == [] && record.count == 3)
  }

  @Test func `the tests that were running when the process died are listed`() {
    let record = record([
      Self.test("a"), Self.test("b"), Self.event("testStarted", "a"), Self.event("testStarted", "b"),
      Self.event("testEnded", "b", symbol: "pass"), #"{"kind":"event","payl"#,
    ])
    #expect(!record.isComplete && record.running == ["T.S a"])
  }

  @Test func `the slowest tests are listed, with the times of all cases added up`() {
    let record = record(
      [Self.test("a"), Self.test("b"), Self.runEnded],
      times: "1.25\tT.S/`a`()/S.swift:1:1\n3.5\tT.S/`b`()/S.swift:1:1\n2.5\tT.S/`a`()/S.swift:1:1\nnonsense\n")
    #expect(
      TestSummary(record: record, slowest: 1).lines == [
        "", "The slowest 1 tests, in seconds, all cases of a test together:", "      3.8  T.S a", "",
        "0 passed, 0 failed, 0 skipped",
      ])
  }
}
