// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Isolation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import SwiftBuild

/// Real builds after setup commands.
struct SetupRunTests {
  private func run(
    _ folder: ScratchDirectory, _ commands: [String], limit: Duration = .seconds(600),
    environment: [String: String] = [:]
  ) async throws -> TestedWorkspace {
    await tested(
      folder.path.appending("checkout"), results: try folder.folder("results"), environment: environment,
      setup: SetupPlan(commands: commands, timeLimit: limit))
  }

  private func write(in folder: ScratchDirectory) throws {
    try folder.write(
      "checkout/Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Sample", targets: [.target(name: "Sample"), .testTarget(name: "SampleTests", dependencies: ["Sample"])])
      """)
    try folder.write("checkout/Sources/Sample/Sample.swift", "public func one() -> Int { 1 }\n")
    try folder.write(
      "checkout/Tests/SampleTests/SampleTests.swift",
      """
      import Foundation
      import Sample
      import Testing
      @Test func isMade() {
        #expect(made == "made in checkout")
        #expect(ProcessInfo.processInfo.environment["FEATURE"] == "on")
      }
      """)
  }

  @Test func `generated sources are built and tested with the configured variables`() async throws {
    try await withScratchDirectory { folder in
      try write(in: folder)
      let tested = try await run(
        folder,
        [
          "test \"$FEATURE\" = on && mkdir -p Sources/Sample/Made",
          "echo \"public let made = \\\"made in $(basename \"$PWD\")\\\"\" > Sources/Sample/Made/Made.swift",
        ], environment: ["FEATURE": "on"])
      #expect(tested.run.outcome == .passed, "\(tested.run.reason)")
      #expect(tested.stages.map(\.name).starts(with: ["toolchain", "setup"]) && tested.stages[1].status == .done)
    }
  }

  @Test func `a failed setup command ends the build with its output as the log`() async throws {
    try await withScratchDirectory { folder in
      try write(in: folder)
      let tested = try await run(folder, ["true", "echo no generator here; exit 7", "touch \(folder.path)/third"])
      #expect(tested.run.outcome == .buildFailed)
      #expect(tested.run.reason == "the setup command \"echo no generator here; exit 7\" failed with status 7")
      #expect(tested.run.logTail == "no generator here")
      #expect(tested.stages.map(\.name) == ["toolchain", "setup"] && tested.stages.last?.status == .failed)
      #expect(!folder.exists("third"))
    }
  }

  @Test func `all setup commands share one time limit`() async throws {
    try await withScratchDirectory { folder in
      let results = try folder.folder("results")
      let sandbox = RecordingSandbox()
      let request = TestRequest(
        side: .head, package: folder.path, repositoryRoot: folder.path, results: results.path, arguments: [],
        buildLimit: .seconds(1_800), testLimit: .seconds(1_800))
      let toolchain = Toolchain(swift: "/bin/false", tools: "/bin", version: "", testOptions: [], events: nil)
      let context = try SandboxedContext(
        request, environment: [:], gitConfiguration: "", toolchain: toolchain, sandbox: sandbox)
      let plan = SetupPlan(commands: ["true", "true", "true"], timeLimit: .seconds(600))
      try await SetupRun(plan: plan, context: context, root: folder.path) { _ in }.perform()
      // Each command has what the earlier ones left.
      let limits = sandbox.commands.withLock { $0.map(\.time) }
      try #require(limits.count == 3)
      #expect(limits[0] <= plan.timeLimit && limits[1] < limits[0] && limits[2] < limits[1], "\(limits)")
    }
  }

  @Test func `setup times out at its limit, and the reason names the command`() async throws {
    try await withScratchDirectory { folder in
      try write(in: folder)
      let tested = try await run(folder, ["true", "sleep 3600"], limit: .seconds(5))
      #expect(tested.run.outcome == .timedOut)
      #expect(tested.run.reason.hasPrefix("the setup took longer than "), "\(tested.run.reason)")
      #expect(tested.run.reason.hasSuffix("in the setup command \"sleep 3600\""), "\(tested.run.reason)")
    }
  }
}
