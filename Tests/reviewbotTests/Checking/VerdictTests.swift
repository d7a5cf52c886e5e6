// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import Testing

extension EndToEnd {
  struct VerdictTests {
    @Test func `a failing test fails the review, and coverage is still reported`() async throws {
      let checked = try await Checked.sample(head: [
        "Tests/SampleTests/SignTests.swift":
          "import Sample\nimport Testing\n@Test func wrong() { #expect(sign(5) == 2) }\n"
      ])
      #expect(checked.outcome.status == 1)
      let report = try #require(checked.report)
      #expect(report.verdict == .testsFailed)
      #expect(report.runs.map(\.tests) == [TestCounts(passed: 1, failed: 1)])
      #expect(report.runs.first?.failures.map(\.name) == ["wrong()"])
      #expect(report.coverage?.files.map(\.missedLines) == [[3...3]])
      #expect(report.coverage?.notes == ["measured in a run whose tests did not pass"])
    }

    @Test func `a hanging test ends the review with a timeout that names it`() async throws {
      let checked = try await Checked.sample(
        base: [".reviewbot.yml": "version: 1\ntests: {time_limit: 60s}\n"],
        head: [
          "Tests/SampleTests/SignTests.swift":
            "import XCTest\nfinal class Slow: XCTestCase {\n  func testFast() {}\n  func testHang() { sleep(600) }\n}\n"
        ])
      #expect(checked.outcome.status == 1)
      #expect(checked.report?.verdict == .timedOut)
      #expect(
        checked.report?.reasons == ["the tests ran longer than 60 s while `SampleTests.Slow/testHang` ran"])
      #expect(checked.leftover == [])
    }

    @Test func `a failed build fails the review and is reported with its position`() async throws {
      let checked = try await Checked.sample(
        base: SampleRepository.withoutTests,
        head: ["Sources/Sample/Sign.swift": "public func sign(_ x: Int) -> Int {\n  y\n}\n"])
      #expect(checked.outcome.status == 1)
      let report = try #require(checked.report)
      #expect(report.verdict == .buildFailed)
      #expect(report.coverage == nil)
      #expect(
        report.runs.first?.diagnostics == [
          BuildDiagnostic(
            severity: .error, path: "Sources/Sample/Sign.swift", line: 2, column: 3,
            message: "cannot find 'y' in scope")
        ])
    }

    @Test func `a repository without a package cannot be reviewed, and the reason names build.package`() async throws {
      let checked = try await Checked.sample(base: ["Package.swift": nil])
      #expect(checked.outcome.status == 3)
      #expect(checked.report?.verdict == .couldNotRun)
      let reason = try #require(checked.report?.reasons.first)
      #expect(reason.contains("Package.swift") && reason.contains("build.package"))
      #expect(checked.outcome.output.contains("build.package"))
    }

    @Test func `a pull request that removes the package fails the build`() async throws {
      let checked = try await Checked.sample(head: ["Package.swift": nil])
      #expect(checked.outcome.status == 1, "\(checked.outcome.errors)")
      #expect(checked.report?.verdict == .buildFailed)
      #expect(checked.report?.reasons.first?.hasPrefix("the change removes Package.swift") == true)
    }

    @Test func `a finding that the base's configuration makes an error fails the review`() async throws {
      let checked = try await Checked.sample(
        base: SampleRepository.withoutTests.merging([".reviewbot.yml": "version: 1\nrules: {todo: error}\n"]) { $1 },
        head: [".reviewbot.yml": "version: 1\nrules: {todo: off}\n"])
      #expect(checked.outcome.status == 1)
      #expect(checked.report?.verdict == .findings)
      #expect(checked.report?.reasons == ["1 finding is an error", "the package declares no test targets"])
      #expect(
        checked.report?.notes == [
          "`.reviewbot.yml` changed; this review used main's version (after the merge: rules.todo: error → off)"
        ])
    }

    @Test func `an invalid configuration of the base is reported with its line instead of a review`() async throws {
      let checked = try await Checked.sample(base: [".reviewbot.yml": "version: 1\ncoverag:\n  target: 80\n"])
      #expect(checked.outcome.status == 2)
      #expect(checked.report == nil)
      #expect(
        checked.outcome.complaints
          == ["reviewbot: .reviewbot.yml:2:1: unknown section \"coverag\"; did you mean coverage?"])
      #expect(checked.leftover == [])
    }
  }
}
