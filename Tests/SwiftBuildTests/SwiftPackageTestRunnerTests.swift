// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import Foundation
import Isolation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import SwiftBuild

/// Real `swift build` and `swift test` runs. One package is built once; the file `mode` selects the behavior of its
/// tests.
@Suite(.serialized) struct SwiftPackageTestRunnerTests {
  @Test func `passed, failed, crashed and hung tests are distinguished`() async throws {
    try await withScratchDirectory { folder in
      try SamplePackage.write(in: folder)
      let passed = try await run(folder, mode: "pass")
      #expect(passed.run.outcome == .passed)
      #expect(passed.run.tests == TestCounts(passed: 5, failed: 0, skipped: 2))
      #expect(
        passed.run.cases.map { "\($0.framework.rawValue) \($0.id) \($0.result.rawValue) \($0.reason ?? "")" } == [
          "Swift Testing SampleTests/later() skipped not now", "Swift Testing SampleTests/sleepy() passed ",
          "Swift Testing SampleTests/twiceThree() passed ", "XCTest SampleTests.OldTests/testFlaky passed ",
          "XCTest SampleTests.OldTests/testHang passed ", "XCTest SampleTests.OldTests/testSkip skipped not here",
          "XCTest SampleTests.OldTests/testTwice passed ",
        ])
      #expect(passed.run.cases.contains { $0.milliseconds > 0 } && passed.run.milliseconds > 0)
      #expect(passed.stages.map(\.name) == ["toolchain", "read the manifest", "build", "test"])
      #expect(passed.layout?.target(of: "Sources/Sample/Sample.swift")?.type == "library")
      let artifacts = try #require(passed.artifacts)
      #expect(!artifacts.profiles.isEmpty && artifacts.binaries.count == 1)
      let warning = try #require(passed.run.diagnostics.first)
      #expect(passed.run.diagnostics.count == 1 && warning.severity == .warning && warning.line == 2)
      #expect(warning.message.contains("'unused' was never used"))

      let bytes = try await run(folder, mode: "bytes")
      #expect(bytes.run.outcome == .passed, "\(bytes.run.reason)")
      #expect(bytes.run.tests == passed.run.tests)

      let failed = try await run(folder, mode: "fail", retries: 1)
      #expect(failed.run.outcome == .testsFailed)
      #expect(failed.run.reason == "2 tests failed")
      #expect(failed.run.tests == TestCounts(passed: 3, failed: 2, skipped: 2))
      #expect(failed.run.flaky.isEmpty)
      #expect(
        failed.run.failures.map(\.path) == ["Tests/SampleTests/OldTests.swift", "Tests/SampleTests/NewTests.swift"])
      #expect(failed.run.failures.map(\.line) == [13, 13])
      #expect(failed.run.failures.first?.output == "printed by testTwice")
      #expect(failed.run.diagnostics == [warning], "a build that compiles nothing still reports the warning")
      #expect(failed.artifacts != nil, "coverage is there although tests failed")

      let flaky = try await run(folder, mode: "flaky", retries: 1)
      // It passes the second time because it finds its home and its temporary folder empty.
      #expect(flaky.run.outcome == .testsFailed)
      #expect(flaky.run.reason == "1 test is flaky: failed, then passed when run again")
      #expect(flaky.run.flaky.map(\.id.description) == ["SampleTests.OldTests/testFlaky"])
      #expect(flaky.run.tests == TestCounts(passed: 5, failed: 0, skipped: 2) && flaky.run.failures.isEmpty)
      #expect(flaky.stages.map(\.name) == ["toolchain", "read the manifest", "build", "test", "retry"])
      #expect(flaky.artifacts?.profiles.isEmpty == false, "the profiles of the first run are still there")

      let crashed = try await run(folder, mode: "crash")
      #expect(crashed.run.outcome == .crashed)
      #expect(crashed.run.reason == "a test process crashed in `SampleTests/twiceThree()`: Fatal error: on purpose")
      #expect(crashed.run.failures.map(\.line) == [6])
      #expect(crashed.artifacts?.profiles.isEmpty == false, "coverage is there although a process crashed")

      let died = try await run(folder, mode: "die")
      #expect(died.run.outcome == .crashed)
      #expect(
        died.run.reason
          == "a test process crashed in `SampleTests.OldTests/testHang`: Fatal error: the old one dies")

      let result = try await run(folder, mode: "words")
      #expect(result.run.outcome == .testsFailed)
      #expect(result.run.reason == "1 test failed")

      let exited = try await run(folder, mode: "exit")
      #expect(exited.run.outcome == .crashed)
      #expect(exited.run.reason.hasPrefix("the results cannot be read: Swift Testing's file"))

      let forged = "<testsuites><testcase classname=\"A\" name=\"a()\" time=\"1\"/></testsuites>"
      for name in ["test.xml", "test-swift-testing.xml"] { try folder.write("results-leave/results/\(name)", forged) }
      let remaining = try await run(folder, mode: "leave")
      // Nothing can be listed either, so no tests are reported as missing.
      #expect(remaining.run.outcome == .testsFailed, "\(remaining.run.reason)")
      #expect(remaining.run.tests == TestCounts(), "files from before the tests are not their results")

      let loud = try await run(folder, mode: "loud")
      #expect(loud.run.outcome == .testsFailed)
      #expect(loud.run.reason.hasPrefix("the tests wrote more than 256 MiB of output"))

      // Long enough for the hanging test to start on any host.
      let hung = try await run(folder, mode: "hang", testLimit: .seconds(45))
      // The test's process is in a separate group, and `swift test` may not end it. The program ends it, because it
      // adopts orphans; a process with many tests does not.
      if let process = Int32(try folder.text("pid")) { kill(process, SIGKILL) }
      #expect(hung.run.outcome == .timedOut)
      #expect(
        !hung.run.logTail.contains("Planning build") && !hung.run.logTail.contains("clang version"),
        "\(hung.run.logTail)")
      // The hanging test of another package descends from this process as well at this moment, and is listed too.
      // Another test shows that a program lists only its own tests, with a separate process.
      #expect(hung.run.reason.hasPrefix("the tests ran longer than 45 s while "), "\(hung.run.reason)")
      #expect(hung.run.reason.contains("`SampleTests.OldTests/testHang`"), "\(hung.run.reason)")
    }
  }

  @Test func `a failed build reports the compiler's diagnostics`() async throws {
    try await withScratchDirectory { folder in
      try SamplePackage.write(in: folder)
      try folder.write("Sources/Sample/Broken.swift", "let x: Int = \"text\"\n")
      let tested = try await run(folder, mode: "pass")
      #expect(tested.run.outcome == .buildFailed)
      let diagnostic = try #require(tested.run.diagnostics.first)
      #expect(diagnostic.path == "Sources/Sample/Broken.swift" && diagnostic.line == 1)
      #expect(diagnostic.message.contains("cannot convert value of type 'String'"))
      #expect(tested.run.reason.contains("Sources/Sample/Broken.swift:1"))
      #expect(tested.stages.map(\.status) == [.done, .done, .failed, .skipped])
    }
  }

  @Test func `a package without test targets has the outcome noTests`() async throws {
    try await withScratchDirectory { folder in
      try folder.write(
        "Package.swift",
        """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(name: "Bare", targets: [.target(name: "Bare")])
        """)
      try folder.write("Sources/Bare/Bare.swift", "let a = 1\n")
      let tested = try await run(folder, mode: "pass")
      #expect(tested.run.outcome == .noTests)
      #expect(tested.run.reason == "the package declares no test targets")
    }
  }

  @Test func `tests with a LinuxMain.swift run without Swift Testing`() async throws {
    try await withScratchDirectory { folder in
      try folder.write(
        "Package.swift",
        """
        // swift-tools-version: 5.9
        import PackageDescription
        let package = Package(name: "Old", targets: [.testTarget(name: "OldTests")])
        """)
      try folder.write(
        "Tests/OldTests/OldTests.swift",
        """
        import XCTest
        public final class OldTests: XCTestCase {
          func testOne() { XCTAssertEqual(1, 1) }
          public static let all = [("testOne", testOne)]
        }
        """)
      try folder.write(
        "Tests/LinuxMain.swift", "import OldTests\nimport XCTest\nXCTMain([testCase(OldTests.all)])\n")
      let tested = try await run(folder, mode: "pass")
      #expect(tested.run.outcome == .passed, "\(tested.run.reason)")
      #expect(tested.run.tests.passed == 1)
    }
  }

  @Test func `a repository without a manifest has the outcome couldNotRun`() async throws {
    try await withScratchDirectory { folder in
      let tested = try await run(folder, mode: "pass")
      #expect(tested.run.outcome == .couldNotRun)
      #expect(tested.run.reason.hasPrefix("there is no Package.swift in the repository's root"))
    }
  }

  @Test func `a manifest that the change removed fails the build`() async throws {
    try await withScratchDirectory { folder in
      let tested = try await run(folder, mode: "pass", isManifestRemoved: true)
      #expect(tested.run.outcome == .buildFailed)
      #expect(tested.run.reason.hasPrefix("the change removes Package.swift; put it back"))
    }
  }

  @Test func `an invalid manifest fails the build, and the log shows why`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("Package.swift", "// swift-tools-version: 6.0\nnonsense\n")
      let tested = try await run(folder, mode: "pass")
      #expect(tested.run.outcome == .buildFailed)
      #expect(tested.run.logTail.contains("nonsense"))
    }
  }

  private func run(
    _ folder: ScratchDirectory, mode: String, testLimit: Duration = .seconds(1_800), retries: Int = 0,
    isManifestRemoved: Bool = false
  ) async throws -> TestedWorkspace {
    try folder.write("mode", mode)
    return await tested(
      folder.path, results: try folder.folder("results-\(mode)"), testLimit: testLimit, retries: retries,
      isManifestRemoved: isManifestRemoved)
  }
}
