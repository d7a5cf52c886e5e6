// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Isolation
import ReviewContract
import Testing

@testable import SwiftBuild

/// Forgeries of a recorded run, and the unchanged run, in which no forgery is found.
struct TestDoubtsTests {
  private static let ownLine = "ended without a line from the testing library that the test passed"

  @Test func `an honest run is not doubted, whatever its tests print`() throws {
    let execution = try RecordedRun().execution
    #expect(execution.doubts == TestDoubts())
    #expect(TestJudge.judge(execution) == .init(outcome: .passed, reason: ""))
    #expect(execution.list.counts == TestCounts(passed: 21, failed: 0, skipped: 6))
  }

  @Test func `an XCTest whose passed line is missing counts as crashed`() throws {
    var run = try RecordedRun()
    run.console.replace("Test Case 'OldTests.testAsync' passed", with: "")
    #expect(run.judgement == .init(outcome: .crashed, reason: "`OneTests.OldTests/testAsync` \(Self.ownLine)"))
    #expect(run.execution.list.crashed == [TestID(suite: "OneTests.OldTests", name: "testAsync")])
    #expect(run.execution.list.counts == TestCounts(passed: 20, failed: 1, skipped: 6))
  }

  @Test func `an XCTest whose started line is missing counts as crashed`() throws {
    var run = try RecordedRun()
    run.console.replace("Test Case 'OldTests.testAsync' started", with: "")
    #expect(run.judgement == .init(outcome: .crashed, reason: "`OneTests.OldTests/testAsync` \(Self.ownLine)"))
  }

  @Test func `one passed line for a class name in two modules confirms neither test`() throws {
    var run = try RecordedRun()
    let line = try #require(run.console.firstRange(of: "secondTest Case 'OldTests.testTail' passed"))
    run.console.removeSubrange(line)
    #expect(
      run.judgement
        == .init(
          outcome: .crashed,
          reason: "`OneTests.OldTests/testTail` and `Two_Tests.OldTests/testTail` \(Self.ownLine)"))
  }

  @Test func `a Swift Testing test without an end event counts as crashed`() throws {
    var run = try RecordedRun()
    run.events = run.events.split(separator: "\n").filter {
      !($0.contains("\"testEnded\"") && $0.contains("OneTests.plain()"))
    }.joined(separator: "\n")
    #expect(run.judgement == .init(outcome: .crashed, reason: "`OneTests/plain()` \(Self.ownLine)"))
  }

  @Test(arguments: [true, false])
  func `a Swift Testing test with events out of order counts as crashed`(isAfterTheRun: Bool) throws {
    var run = try RecordedRun()
    var lines = run.events.split(separator: "\n")
    let end = try #require(
      lines.firstIndex { $0.contains("\"testEnded\"") && $0.contains("OneTests.plain()") })
    let line = lines.remove(at: end)
    let start = try #require(lines.firstIndex { $0.contains("\"testStarted\"") && $0.contains("OneTests.plain()") })
    lines.insert(line, at: isAfterTheRun ? lines.endIndex : start)
    run.events = lines.joined(separator: "\n")
    #expect(run.judgement == .init(outcome: .crashed, reason: "`OneTests/plain()` \(Self.ownLine)"))
  }

  @Test func `results that lack a printed failure are rejected`() throws {
    var run = try RecordedRun()
    run.console.replace("✔ Test plain() passed", with: "✘ Test plain() failed")
    run.console.replace(
      "Test run with 19 tests in 5 suites passed after", with: "Test run with 19 tests in 5 suites failed after")
    #expect(
      run.judgement
        == .init(
          outcome: .crashed,
          reason: "`OneTests/plain()` failed according to Swift Testing's output, but passed according to its results"))
  }

  @Test func `a run without a printed summary counts as crashed`() throws {
    var run = try RecordedRun()
    run.console.replace("Test run with 19 tests in 5 suites passed after", with: "")
    #expect(
      run.judgement
        == .init(
          outcome: .crashed,
          reason:
            "the output of Swift Testing does not report the end of a run of 19 tests that passed, unlike its results"))
  }

  @Test func `results with fewer tests than the printed summary are rejected`() throws {
    var run = try RecordedRun()
    run.events = run.events.split(separator: "\n").filter { !$0.contains("OneTests.plain()") }.joined(separator: "\n")
    run.swiftTesting = run.swiftTesting.split(separator: "\n").filter { !$0.contains("plain()") }
      .joined(separator: "\n")
    #expect(
      run.judgement
        == .init(
          outcome: .crashed,
          reason:
            "the output of Swift Testing does not report the end of a run of 18 tests that passed, unlike its results"))
  }

  @Test func `a failure that only the events report is not hidden`() throws {
    var run = try RecordedRun()
    run.events.replace("\"isFailure\":false", with: "\"isFailure\":true")
    #expect(run.judgement.outcome == .crashed)
    #expect(run.judgement.reason.hasSuffix("\(Self.ownLine)"), "\(run.judgement.reason)")
  }

  @Test func `listed tests that did not run count as a crash`() throws {
    var run = try RecordedRun()
    run.list += "OneTests.OldTests/testGone\nOneTests.Named/gone()/New.swift:3:2\n"
    #expect(
      run.judgement
        == .init(
          outcome: .crashed,
          reason: "`OneTests.OldTests/testGone` and `OneTests.Named/gone()` are listed, but did not run"))
    run.ending = .exited(1)
    #expect(run.judgement.outcome == .crashed)
  }

  @Test func `a run without any of the listed tests does not pass`() throws {
    var run = try RecordedRun()
    (run.console, run.events) = ("", #"{"kind":"event","payload":{"kind":"runEnded"}}"#)
    (run.xctest, run.swiftTesting) = ("<testsuites/>", "<testsuites/>")
    #expect(run.judgement == .init(outcome: .crashed, reason: "26 tests are listed, but none ran"))
    run.list = ""
    #expect(run.judgement == .init(outcome: .testsFailed, reason: "the package declares tests, but none ran"))
  }

  @Test func `the test list contains tests of both libraries and ignores other lines`() throws {
    let text = """
      A library says hello
      OneTests.something that a constructor printed
      OneTests.OldTests/testTail
      Two_Tests.OldTests/testTail
      OneTests.Over/load(_:)/New.swift:11:4
      OneTests.`raw words / and a slash.`()
      Elsewhere.a()
      """
    #expect(
      TestLister.tests(in: text, of: RecordedRun.layout).map(\.description) == [
        "OneTests.OldTests/testTail", "Two_Tests.OldTests/testTail", "OneTests.Over/load(_:)",
        "OneTests/`raw words / and a slash.`()",
      ])
  }

  @Test(arguments: [
    ("noise\nListing 125 tests in debug.xctest:\n\nA.B/testC\n", 125), ("Listing 0 tests in debug.xctest:\n", 0),
    ("A.B/testC\n", nil), ("Listing some tests:\n", nil), ("", nil),
  ])
  func `a list of XCTest announces its number of tests`(text: String, count: Int?) {
    #expect(TestLister.announcedCount(in: text) == count)
  }

  @Test func `a failed run is confirmed by its number of tests, a passed run also by success`() {
    var (passed, failed) = (SwiftTestingOutput(), SwiftTestingOutput())
    passed.read("✔ Test run with 3 tests in 1 suite passed after 0.1 seconds.")
    failed.read("noise✘ Test run with 3 tests in 1 suite failed after 0.1 seconds with 1 issue.")
    #expect(passed.confirms(.init(tests: 3, hasFailed: false)) && passed.confirms(.init(tests: 3, hasFailed: true)))
    #expect(failed.confirms(.init(tests: 3, hasFailed: true)) && !failed.confirms(.init(tests: 3, hasFailed: false)))
    #expect(!passed.confirms(.init(tests: 4, hasFailed: false)) && !failed.confirms(.init(tests: 2, hasFailed: true)))
  }

  @Test func `several test results on one line are read`() {
    var output = XCTestOutput()
    output.read("Test Case 'A.a' started at 1")
    output.read("xTest Case 'A.a' passed (0.1 seconds)Test Case 'A.b' started at 2")
    output.read("yTest Case 'A.b' passed (0.1 seconds)Test Case 'A.c' passed (0.1 seconds)")
    #expect(output.passes == ["A.a": 1, "A.b": 1])
  }
}
