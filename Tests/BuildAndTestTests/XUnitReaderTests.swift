// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore
import ReviewTesting
import SystemPackage
import Testing

@testable import BuildAndTest

struct XUnitReaderTests {
  private let reader = XUnitReader(repositoryRoot: "/repo")

  @Test func `reads what XCTest writes, with the place of a failure`() {
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
            failures: [
              TestFailure(
                suite: "ATests.Sums", name: "testBad", message: "XCTAssertEqual failed",
                path: "Tests/ATests/Sums.swift", line: 12)
            ])))
  }

  @Test func `counts what Swift Testing skipped`() {
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
          failures: [TestFailure(suite: "A", name: "c()", message: "no < yes")]))
  }

  @Test func `reads a file with an escape character, which XML forbids`() {
    let file = reader.parse(Array("<testsuites><testcase name=\"\u{1b}[31mred\"/></testsuites>".utf8))
    #expect(file.results?.counts == TestCounts(passed: 1))
  }

  @Test(arguments: [
    ("", "it ends too early or is not XML"),
    ("<testsuites><testsuite name=\"TestResults\"", "it ends too early or is not XML"),
    ("{}", "it ends too early or is not XML"),
    ("<html></html>", "it ends too early or is not XML"),
    ("<!DOCTYPE x [<!ENTITY a \"b\">]><testsuites/>", "it declares a document type"),
    (String(repeating: "<a>", count: 70), "it is nested deeper than 64 elements"),
  ])
  func `says why a file cannot be read`(text: String, reason: String) {
    #expect(reader.parse(Array(text.utf8)) == .unreadable(reason))
  }

  @Test func `follows no link that the tests put in the place of the results`() async throws {
    try await withScratchFolder { folder in
      let secret = try folder.write("elsewhere/secret.xml", "<testsuites/>")
      let results = try folder.folder("results")
      try FileManager.default.createSymbolicLink(
        atPath: results.path.appending("tests.xml").string, withDestinationPath: secret.string)
      let contained = ContainedFolder(results.path)
      #expect(reader.read(contained, "tests.xml") == .unreadable("it is not a regular file"))
      #expect(reader.read(contained, "other.xml") == .missing)
    }
  }
}
