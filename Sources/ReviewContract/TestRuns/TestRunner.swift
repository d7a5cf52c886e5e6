// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// Builds a workspace and runs its tests.
package protocol TestRunner: Sendable {
  /// Never throws: errors are outcomes of the run.
  func test(_ request: TestRequest, progress: @escaping ProgressHandler) async -> TestedWorkspace
}

/// A request to build and test a package within limits.
package struct TestRequest: Sendable {
  package let side: CheckoutSide
  /// The folder with `Package.swift`.
  package let package: FilePath
  /// Paths in results are cut down to be relative to this folder.
  package let repositoryRoot: FilePath
  /// An empty folder for what the run leaves besides the build folder.
  package let results: FilePath
  /// Extra arguments for `swift build` and `swift test`.
  package let arguments: [String]
  /// For reading the manifest, getting the dependencies and building, together.
  package let buildLimit: Duration
  /// For the tests, and for running failed ones again, together.
  package let testLimit: Duration
  package let flaky: FlakyTests
  /// How many single tests the run lists at most.
  package let listedTests: Int
  /// The state that the build can start from; `nil` for a build from scratch.
  package let warmStart: WarmStart?
  /// Whether the change removed the manifest: then a build cannot succeed, and that is not the host's fault.
  package let isManifestRemoved: Bool
  /// Additional environment variables of everything that is run.
  package let environment: [String: String]
  /// The commands to run before the build; `nil` for none.
  package let setup: SetupPlan?
  /// The invocations of `swift test`; empty for one with all tests.
  package let runs: [TestSelection]

  package init(
    side: CheckoutSide, package: FilePath, repositoryRoot: FilePath, results: FilePath, arguments: [String],
    buildLimit: Duration, testLimit: Duration, flaky: FlakyTests = FlakyTests(), listedTests: Int = 1000,
    warmStart: WarmStart? = nil, isManifestRemoved: Bool = false, environment: [String: String] = [:],
    setup: SetupPlan? = nil, runs: [TestSelection] = []
  ) {
    self.side = side
    self.package = package
    self.repositoryRoot = repositoryRoot
    self.results = results
    self.arguments = arguments
    self.buildLimit = buildLimit
    self.testLimit = testLimit
    self.flaky = flaky
    self.listedTests = listedTests
    self.warmStart = warmStart
    self.isManifestRemoved = isManifestRemoved
    self.environment = environment
    self.setup = setup
    self.runs = runs
  }
}

extension TestRequest {
  /// Arguments that keep the compiler from indexing the toolchain's own modules, which is half of the work in a small
  /// package's first build.
  ///
  /// Of the index, SwiftPM reads only where XCTest's tests are, and those are in the package's modules. Without the
  /// index altogether it finds none. A build folder that a person's editor uses as well is not built with them.
  package static let withoutToolchainIndex = ["-Xswiftc", "-index-ignore-system-modules"]
}

/// Shell commands that prepare a checkout for its build.
package struct SetupPlan: Hashable, Sendable {
  /// Lines for `/bin/sh`, run in the root of the checkout.
  package let commands: [String]
  /// For all commands together.
  package let timeLimit: Duration

  package init(commands: [String], timeLimit: Duration) {
    self.commands = commands
    self.timeLimit = timeLimit
  }
}

/// A run and what it left for coverage.
package struct TestedWorkspace: Sendable {
  package let run: TestRun
  package let stages: [Stage]
  /// The package's targets, when they could be found out.
  package let layout: PackageLayout?
  package let artifacts: CoverageArtifacts?
  /// The tests that there are; `nil` when they could not be listed.
  package let listed: [TestID]?
  /// Those of the base, where there is a build of it.
  package let listedOnBase: ListedTests?

  package init(
    run: TestRun, stages: [Stage], layout: PackageLayout?, artifacts: CoverageArtifacts?, listed: [TestID]? = nil,
    listedOnBase: ListedTests? = nil
  ) {
    self.listed = listed
    self.listedOnBase = listedOnBase
    self.run = run
    self.stages = stages
    self.layout = layout
    self.artifacts = artifacts
  }
}

/// The starting point of a build of the head: the build of its base, which is kept from one review to the next.
///
/// Only code of the base repository's own branch is ever built into it, never the pull request's.
package struct WarmStart: Hashable, Codable, Sendable {
  /// A checkout of the base tip, for building it when no build is kept.
  package let baseRoot: FilePath
  package let base: CommitID
  /// The folder of the builds of this repository and branch. Only read: the cache of builds takes over what is in
  /// ``left``.
  package let builds: FilePath
  /// The folder for a build that is to be kept.
  package let left: FilePath

  package init(baseRoot: FilePath, base: CommitID, builds: FilePath, left: FilePath) {
    self.baseRoot = baseRoot
    self.base = base
    self.builds = builds
    self.left = left
  }
}
