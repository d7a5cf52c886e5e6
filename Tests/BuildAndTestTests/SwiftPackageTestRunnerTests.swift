// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ChildProcess
import Foundation
import ReviewCore
import ReviewTesting
import SystemPackage
import Testing

@testable import BuildAndTest

/// Real `swift build` and `swift test` runs. One package is built once; what its tests do is in the file `mode`.
@Suite(.serialized) struct SwiftPackageTestRunnerTests {
  @Test func `tells passed, failed, crashed and hung tests apart`() async throws {
    try await withScratchFolder { folder in
      try SamplePackage.write(in: folder)
      let passed = try await run(folder, mode: "pass")
      #expect(passed.run.outcome == .passed)
      #expect(passed.run.tests == TestCounts(passed: 3, failed: 0, skipped: 1))
      #expect(passed.stages.map(\.name) == ["describe", "build", "test"])
      #expect(passed.layout?.target(of: "Sources/Sample/Sample.swift")?.type == "library")
      let artifacts = try #require(passed.artifacts)
      #expect(!artifacts.profiles.isEmpty && artifacts.binaries.count == 1)

      let failed = try await run(folder, mode: "fail")
      #expect(failed.run.outcome == .testsFailed)
      #expect(failed.run.reason == "2 tests failed")
      #expect(failed.run.tests == TestCounts(passed: 1, failed: 2, skipped: 1))
      let place = failed.run.failures.first { $0.path != nil }
      #expect(place?.path == "Tests/SampleTests/OldTests.swift")
      #expect(failed.artifacts != nil, "coverage is there although tests failed")

      let crashed = try await run(folder, mode: "crash")
      #expect(crashed.run.outcome == .crashed)
      #expect(crashed.run.reason.contains("on purpose"))

      let hung = try await run(folder, mode: "hang", testLimit: .seconds(4))
      #expect(hung.run.outcome == .timedOut)
      #expect(hung.run.reason == "the tests ran longer than 4 s")
    }
  }

  @Test func `reports a failed build with the compiler's words`() async throws {
    try await withScratchFolder { folder in
      try SamplePackage.write(in: folder)
      try folder.write("Sources/Sample/Broken.swift", "let x: Int = \"text\"\n")
      let tested = try await run(folder, mode: "pass")
      #expect(tested.run.outcome == .buildFailed)
      let diagnostic = try #require(tested.run.diagnostics.first)
      #expect(diagnostic.path == "Sources/Sample/Broken.swift" && diagnostic.line == 1)
      #expect(diagnostic.message.contains("cannot convert value of type 'String'"))
      #expect(tested.run.reason.contains("Sources/Sample/Broken.swift:1"))
      #expect(tested.stages.map(\.status) == [.done, .failed, .skipped])
    }
  }

  @Test func `builds a package without tests and says so`() async throws {
    try await withScratchFolder { folder in
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

  @Test func `says when there is no package`() async throws {
    try await withScratchFolder { folder in
      let tested = try await run(folder, mode: "pass")
      #expect(tested.run.outcome == .couldNotRun)
      #expect(tested.run.reason.hasPrefix("there is no Package.swift in the repository's root"))
    }
  }

  @Test func `says when a manifest cannot be read`() async throws {
    try await withScratchFolder { folder in
      try folder.write("Package.swift", "// swift-tools-version: 6.0\nnonsense\n")
      let tested = try await run(folder, mode: "pass")
      #expect(tested.run.outcome == .buildFailed)
      #expect(tested.run.logTail.contains("nonsense"))
    }
  }

  private func run(
    _ folder: ScratchFolder, mode: String, testLimit: Duration = .seconds(120)
  ) async throws -> TestedWorkspace {
    try folder.write("mode", mode)
    let results = try folder.folder("results-\(mode)")
    let runner = SwiftPackageTestRunner(
      environment: ProcessInfo.processInfo.environment, gitConfiguration: "", sandbox: OpenMachine())
    return await runner.test(
      TestRequest(
        side: .head, package: folder.path, repositoryRoot: folder.path, results: results.path, arguments: [],
        buildLimit: .seconds(300), testLimit: testLimit)
    ) { _ in }
  }
}
