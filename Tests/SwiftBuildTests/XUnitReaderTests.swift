// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import SwiftBuild

struct XUnitReaderTests {
  private let reader = XUnitReader(framework: .xctest, repositoryRoot: "/repo")

  @Test func `results of XCTest are read with the location of a failure`() {
    let file = reader.parse(
      Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites>
        <testsuite name="TestResults" errors="0" tests="2" failures="1" time="0.1">
        <testcase classname="ATests.Sums" name="testGood" time="0.01"></testcase>
        <testcase classname="ATests.Sums" name="testBad" time="0.02">
        <failure message="/repo/Tests/ATests/Sums.swift:12: error: Sums.testBad : XCTAssertEqual failed"></failure>
        </testcase>
        </testsuite>
        </testsuites>
        """.utf8))
    #expect(
      file
        == .results(
          XUnitResults(
            counts: TestCounts(passed: 1, failed: 1),
            cases: [
              TestCase(
                suite: "ATests.Sums", name: "testGood", framework: .xctest, result: .passed, milliseconds: 10),
              TestCase(suite: "ATests.Sums", name: "testBad", framework: .xctest, result: .failed, milliseconds: 20),
            ],
            failures: [
              TestFailure(
                suite: "ATests.Sums", name: "testBad", message: "XCTAssertEqual failed",
                path: "Tests/ATests/Sums.swift", line: 12)
            ])))
  }

  @Test func `skipped tests of Swift Testing are counted`() {
    let file = reader.parse(
      Array(
        """
        <testsuites><testsuite name="TestResults" tests="1">
        <testcase classname="A" name="a()" time="0"/>
        <testcase classname="A" name="b()" time="0"><skipped>later</skipped></testcase>
        <testcase classname="A" name="c()" time="0"><failure message="no &lt; yes" /></testcase>
        </testsuite></testsuites>
        """.utf8))
    #expect(
      file.results
        == XUnitResults(
          counts: TestCounts(passed: 1, failed: 1, skipped: 1),
          cases: [
            TestCase(suite: "A", name: "a()", framework: .xctest, result: .passed),
            TestCase(suite: "A", name: "b()", framework: .xctest, result: .skipped, reason: "later"),
            TestCase(suite: "A", name: "c()", framework: .xctest, result: .failed),
          ],
          failures: [TestFailure(suite: "A", name: "c()", message: "no < yes")]))
  }

  @Test func `printed output, failures and crashes of XCTest are distinguished`() throws {
    let failed = """
      Test Suite 'Selected tests' started at 2026-11-21 13:29:57.214
      Test Case 'Sums.testBad' started at 2026-11-21 13:29:57.215
      captured
      /repo/Tests/ATests/Sums.swift:7: error: Sums.testBad : failed - second
      with line
      Test Case 'Sums.testBad' failed (0.002 seconds)
      \t Executed 1 test, with 2 failures (0 unexpected) in 0.002 (0.002) seconds
      """
    let failure = FailureMessage(failed, of: ("A.Sums", "testBad"), repositoryRoot: "/repo")
    #expect(!failure.isCrash)
    #expect(
      failure.failure
        == TestFailure(
          suite: "A.Sums", name: "testBad", message: "failed - second", path: "Tests/ATests/Sums.swift", line: 7,
          output: "captured\nwith line"))
    let crashed = """
      Test Case 'Sums.testBad' started at 2026-11-21 13:29:57.215
      captured
      ATests/Sums.swift:9: Fatal error: on purpose
      Current stack trace:
      0    libswiftCore.so                    0x00007fe7f8b5f130 swift_reportError + 33
      """
    let crash = FailureMessage(crashed, of: ("A.Sums", "testBad"), repositoryRoot: "/repo")
    #expect(crash.isCrash)
    #expect(
      crash.failure
        == TestFailure(
          suite: "A.Sums", name: "testBad", message: "crashed: Fatal error: on purpose",
          output: "captured\nATests/Sums.swift:9: Fatal error: on purpose"))
  }

  @Test func `names, durations and the number of failures are limited`() throws {
    let long = String(repeating: "日", count: 100_000)
    let failures = (0..<300).map {
      "<testcase classname=\"\($0 < 3 ? long : "A")\" name=\"t\($0)\" time=\"1e400\"><failure message=\"x\"/></testcase>"
    }
    let file = reader.parse(Array("<testsuites>\(failures.joined())</testsuites>".utf8))
    let results = try #require(file.results)
    #expect(results.counts.failed == 300)
    #expect(results.failures.count == TestTexts.maximumFailures)
    #expect(results.cases.count == 300)
    #expect(results.cases.allSatisfy { $0.suite.utf8.count <= TestTexts.maximumName + 3 && $0.milliseconds == 0 })
  }

  @Test(arguments: [
    "<failure message=\"TEXT\"/>", "<failure>TEXT</failure>", "<failure message=\"TEXT\">TEXT</failure>",
    "<error message=\"TEXT\"/><failure message=\"TEXT\"/>",
  ])
  func `the message of a failure is limited`(element: String) throws {
    let long = element.replacing("TEXT", with: String(repeating: "日", count: 100_000))
    let file = reader.parse(Array("<testsuites><testcase name=\"t\">\(long)</testcase></testsuites>".utf8))
    let message = try #require(file.results?.failures.first?.message)
    #expect(message.hasPrefix("日日"))
    // A character that was cut becomes U+FFFD.
    #expect((TestTexts.maximumMessage...TestTexts.maximumMessage + 3).contains(message.utf8.count))
  }

  @Test func `the output of a failed test is limited to its end`() {
    let text = """
      Test Case 'Sums.testBad' started at 2026-11-21 13:29:57.215
      \(String(repeating: "printed ", count: 100_000))
      /repo/Tests/ATests/Sums.swift:7: error: Sums.testBad : failed
      last line
      Test Case 'Sums.testBad' failed (0.002 seconds)
      """
    let output = FailureMessage(text, of: ("A.Sums", "testBad"), repositoryRoot: "/repo").failure.output ?? ""
    #expect(output.hasPrefix("…") && output.hasSuffix("printed \nlast line"))
    #expect(output.utf8.count == TestTexts.maximumOutput + "…".utf8.count)
  }

  @Test func `names with bytes that are not UTF-8 are read`() {
    let bytes =
      Array("<testsuites><testcase classname=\"A\" name=\"a".utf8) + [0, 0xff, 0xfe] + Array("\"/></testsuites>".utf8)
    #expect(reader.parse(bytes).results?.cases.map(\.name) == ["a\u{fffd}\u{fffd}"])
  }

  @Test func `a file with an escape character is read, although XML forbids it`() {
    let file = reader.parse(Array("<testsuites><testcase name=\"\u{1b}[31mred\"/></testsuites>".utf8))
    #expect(file.results?.counts == TestCounts(passed: 1))
  }

  @Test(arguments: [
    ("", "it ends too early or is not XML"),
    ("<testsuites><testsuite name=\"TestResults\"", "it ends too early or is not XML"),
    ("{}", "it ends too early or is not XML"),
    ("<html></html>", "it ends too early or is not XML"),
    ("<!DOCTYPE x [<!ENTITY a \"b\">]><testsuites/>", "it declares a document type"),
    ("<?x?><testsuites/>", "it has a processing instruction"),
    ("<?xml version=\"1.0\"?><testsuites><?x y?></testsuites>", "it has a processing instruction"),
    ("<?xml version=\"1.0\" encoding=\"UTF-7\"?>+ADw-?x?><testsuites/>", "it ends too early or is not XML"),
    (String(repeating: "<a>", count: 70), "it is nested deeper than 64 elements"),
  ])
  func `the reason for an unreadable results file is given`(text: String, reason: String) {
    #expect(reader.parse(Array(text.utf8)) == .unreadable(reason))
  }

  @Test func `a link instead of the results is not followed`() async throws {
    try await withScratchDirectory { folder in
      let secret = try folder.write("elsewhere/secret.xml", "<testsuites/>")
      let results = try folder.folder("results")
      try FileManager.default.createSymbolicLink(
        atPath: results.path.appending("tests.xml").string, withDestinationPath: secret.string)
      let contained = ContainedDirectory(results.path)
      #expect(reader.read(contained, "tests.xml") == .unreadable("it is not a regular file"))
      #expect(reader.read(contained, "other.xml") == .missing)
    }
  }
}
