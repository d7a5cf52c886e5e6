// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import SystemPackage
import Testing

@testable import SwiftBuild

struct EventStreamReaderTests {
  private let reader = EventStreamReader(repositoryRoot: "/repo")

  private static func test(_ id: String, _ name: String, line: Int = 3, path: String = "filePath") -> String {
    #"{"kind":"test","payload":{"id":"\#(id)","kind":"function","name":"\#(name)","sourceLocation":{"\#(path)":"/repo/Tests/A/a.swift","column":2,"fileID":"A/a.swift","line":\#(line)}},"version":"6.3.0"}"#
  }

  private static func event(_ kind: String, _ id: String, at seconds: Double, _ more: String = "") -> String {
    #"{"kind":"event","payload":{"instant":{"absolute":\#(seconds),"since1970":0},"kind":"\#(kind)","testID":"\#(id)"\#(more)},"version":0}"#
  }

  private func parse(_ lines: [String]) -> SwiftTestingEvents {
    reader.parse(Array(lines.joined(separator: "\n").utf8))
  }

  @Test(arguments: ["filePath", "_filePath"])
  func `events report which tests ran, ended, failed or were skipped`(path: String) {
    let id = "A.Many/par(_:)/a.swift:3:2"
    let issue =
      #", "issue":{"isKnown":false,"sourceLocation":{"\#(path)":"/repo/Tests/A/a.swift","line":4,"column":1}}, "messages":[{"symbol":"fail","text":"Expectation failed: 1 == 2"},{"symbol":"details","text":"why"}]"#
    let events = parse([
      Self.test(id, "par(_:)", path: path), Self.test("A.later()/a.swift:9:2", "later()", line: 9),
      Self.event("testStarted", id, at: 1), Self.event("issueRecorded", id, at: 1, issue),
      Self.event("issueRecorded", id, at: 1, #", "issue":{"isKnown":true}"#),
      Self.event("testEnded", id, at: 1.25),
      Self.event(
        "testSkipped", "A.later()/a.swift:9:2", at: 1,
        #", "messages":[{"symbol":"skip","text":"Test later() skipped: \"not now\""}]"#),
    ])
    #expect(
      events.tests == [
        .init(
          id: TestID(suite: "A.Many", name: "par(_:)"), file: "A/a.swift", path: "Tests/A/a.swift", line: 3,
          isSuite: false, started: 1, ended: 1.25, hasFailed: true,
          failures: [
            TestFailure(
              suite: "A.Many", name: "par(_:)", message: "Expectation failed: 1 == 2\nwhy", path: "Tests/A/a.swift",
              line: 4)
          ]),
        .init(
          id: TestID(suite: "A", name: "later()"), file: "A/a.swift", path: "Tests/A/a.swift", line: 9, isSuite: false,
          isSkipped: true, reason: "not now"),
      ])
    #expect(events.tests.first?.milliseconds == 250)
    #expect(!events.isComplete)
    #expect(parse([Self.event("runEnded", "", at: 2)]).isComplete)
  }

  @Test(arguments: ["/repo", "/repo/", "/elsewhere/a.swift"])
  func `an issue outside of the repository's files has no path`(file: String) {
    let issue = #", "issue":{"sourceLocation":{"filePath":"\#(file)","line":4,"column":1}}"#
    let id = "A.a()/a.swift:3:2"
    let events = parse([Self.test(id, "a()"), Self.event("issueRecorded", id, at: 1, issue)])
    let failure = events.tests.first?.failures.first
    #expect(failure != nil && failure?.path == nil && failure?.line == nil)
  }

  @Test func `suites and tests with raw names are named as in the results file`() {
    let events = parse([Self.test("A.`big suite`/Inner/`does this/that`()/a.swift:3:2", "`does this/that`()")])
    #expect(events.tests.map(\.id) == [TestID(suite: "A.`big suite`.Inner", name: "`does this/that`()")])
  }

  @Test func `lines that are not events or are cut off are skipped`() {
    let lines = ["", "null", "[]", "{\"kind\":7}", "\u{0}", Self.test("A.a()/a.swift:3:2", "a()"), "{\"kind\":\"eve"]
    #expect(parse(lines).tests.map(\.id.name) == ["a()"])
  }

  @Test func `issues outside of tests are kept, and the number of issues is limited`() {
    let id = "A.a()/a.swift:3:2"
    let events = parse(
      [Self.test(id, "a()")] + Array(repeating: Self.event("issueRecorded", id, at: 1, #", "issue":{}"#), count: 500)
        + Array(repeating: Self.event("issueRecorded", "B", at: 1, #", "issue":{"isFailure":true}"#), count: 500))
    #expect(events.tests.first?.failures.count == EventStreamReader.maximumIssues)
    #expect(events.outside.count == EventStreamReader.maximumIssues)
  }

  @Test(arguments: [
    ("--event-stream-output-path <x>\n --event-stream-version <x>", "Swift version 6.3.1 (x)", "6.3"),
    ("--event-stream-output-path <x>\n --event-stream-version <x>", "Swift version 6.2 (x)", "0"),
    ("--event-stream-output-path <x>\n --event-stream-version <x>", "Swift version 10.0-dev", "6.3"),
    ("--event-stream-output-path <x>\n --event-stream-version <x>", "Apple something", "0"),
  ])
  func `the event format fits the version of Swift`(help: String, version: String, format: String) {
    #expect(
      EventOptions(help: help, version: version)?.arguments(file: "/e")
        == ["--event-stream-output-path", "/e", "--event-stream-version", format])
  }

  @Test func `option names of earlier versions and versions without events are recognized`() {
    let earlier = "--experimental-event-stream-output <x>\n --experimental-event-stream-version <x>"
    #expect(
      EventOptions(help: earlier, version: "Swift version 6.0")?.arguments(file: "/e").first
        == "--experimental-event-stream-output")
    #expect(EventOptions(help: "--xunit-output", version: "Swift version 5.9") == nil)
  }
}
