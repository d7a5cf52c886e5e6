// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import SystemPackage

/// Builds a workspace and runs its tests.
package protocol TestRunner: Sendable {
  /// Builds a package and runs its tests. Errors are outcomes of the run.
  func test(_ request: TestRequest, progress: @escaping ProgressHandler) async -> TestedWorkspace
}

/// A request to build and test a package within limits.
package struct TestRequest: Sendable {
  package let side: CheckoutSide
  /// The folder with `Package.swift`.
  package let package: FilePath
  /// Paths in results are made relative to this folder.
  package let repositoryRoot: FilePath
  /// An empty folder for the results of the run, apart from the build folder.
  package let results: FilePath
  /// Extra arguments for `swift build` and `swift test`.
  package let arguments: [String]
  /// The time limit for reading the manifest, fetching the dependencies and building, together.
  package let buildLimit: Duration
  /// The time limit for the tests and their repetitions, together.
  package let testLimit: Duration
  package let flaky: FlakyTests
  /// The tests to repeat; `nil` for none.
  package let newTests: NewTestRuns?
  /// The order of the tests; `nil` for none.
  package let order: TestOrder?
  /// The maximum number of single tests in the result.
  package let listedTests: Int
  /// The starting point of the build; `nil` for a build from scratch.
  package let warmStart: WarmStart?
  /// The starting point of a build that would start from another one of the review, if that cannot be used; `nil` for a
  /// build from scratch.
  package let otherStart: WarmStart?
  /// Whether the change removed the manifest, so that a failed build is not an error of the host.
  package let isManifestRemoved: Bool
  /// Additional environment variables of all commands.
  package let environment: [String: String]
  /// The commands to run before the build; `nil` for none.
  package let setup: SetupPlan?
  /// The invocations of `swift test`; empty for one with all tests.
  package let runs: [TestSelection]
  /// The commit that the checkout is compared with and restored to; `nil` for a working tree.
  package let sources: CommittedSources?
  /// Whether another build of the review starts from this one.
  package let isBuildReused: Bool
  /// Paths in the repository that a build may write, besides the build folder.
  package let writable: [String]
  /// The path for a copy of `Package.resolved`, which SwiftPM writes instead of the file in the checkout. In a directory
  /// that no sandbox shows.
  package let resolution: FilePath
  /// The path of the repository's root in a sandbox.
  package let mountPath: FilePath
  /// The run whose results test targets keep; `nil` if all of them are run.
  package let earlier: EarlierRun?
  /// Paths in the repository: the tests are watched for opening these files.
  package let watched: [String]
  /// Is awaited between the build and the tests, which can write to the checkout; `nil` for nothing.
  package let beforeTests: (@Sendable () async -> Void)?

  package init(
    side: CheckoutSide, package: FilePath, repositoryRoot: FilePath, results: FilePath, arguments: [String],
    buildLimit: Duration, testLimit: Duration, flaky: FlakyTests = FlakyTests(), listedTests: Int = 1000,
    warmStart: WarmStart? = nil, isManifestRemoved: Bool = false, environment: [String: String] = [:],
    setup: SetupPlan? = nil, runs: [TestSelection] = [], sources: CommittedSources? = nil,
    isBuildReused: Bool = false, writable: [String] = [], resolution: FilePath? = nil, newTests: NewTestRuns? = nil,
    order: TestOrder? = nil,
    earlier: EarlierRun? = nil, watched: [String] = [], mountPath: FilePath = CheckoutNames.source,
    otherStart: WarmStart? = nil, beforeTests: (@Sendable () async -> Void)? = nil
  ) {
    self.otherStart = otherStart
    self.beforeTests = beforeTests
    self.mountPath = mountPath
    self.earlier = earlier
    self.watched = watched
    self.newTests = newTests
    self.order = order
    self.isBuildReused = isBuildReused
    self.sources = sources
    self.writable = writable
    self.resolution = resolution ?? FilePath(results.string + ".resolution").appending("Package.resolved")
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
  /// Arguments that prevent the compiler from indexing the toolchain's own modules, which is half of the work in a
  /// small package's first build.
  ///
  /// SwiftPM needs the index to find XCTest's tests, which are in the package's modules; without any index it finds
  /// none. A build folder that an editor also uses is built without these arguments.
  package static let withoutToolchainIndex = ["-Xswiftc", "-index-ignore-system-modules"]
}

/// Shell commands that prepare a checkout for its build.
package struct SetupPlan: Hashable, Sendable {
  /// Lines for `/bin/sh`, run in the root of the checkout.
  package let commands: [String]
  /// The time limit for all commands together.
  package let timeLimit: Duration

  package init(commands: [String], timeLimit: Duration) {
    self.commands = commands
    self.timeLimit = timeLimit
  }
}

/// A test run and its artifacts for coverage.
package struct TestedWorkspace: Sendable {
  package let run: TestRun
  package var stages: [Stage]
  /// The package's targets; `nil` if they could not be determined.
  package let layout: PackageLayout?
  package let artifacts: CoverageArtifacts?
  /// The existing tests; `nil` if they could not be listed.
  package let listed: [TestID]?
  /// The tests of the base; `nil` without a build of it.
  package var listedOnBase: ListedTests?
  /// Notes for the report.
  package private(set) var notes: [String]
  /// What sanitizers reported while the tests ran.
  package let sanitizerReports: [SanitizerReport]
  /// All tests, unlike those of ``run``.
  package let cases: [TestCase]
  /// Why the result can depend on the documents of the repository; `nil` if it does not.
  package var documentObstacle: String? = "its tests were not run"
  /// The documents outside of all targets that neither the build nor the tests can have read; empty if they are not known.
  package var unreadDocuments: Set<String> = []
  /// The files of ``TestRequest/watched`` that no test opened; empty if that is not known.
  package var unreadFiles: Set<String> = []

  package init(
    run: TestRun, stages: [Stage], layout: PackageLayout?, artifacts: CoverageArtifacts?, listed: [TestID]? = nil,
    listedOnBase: ListedTests? = nil, notes: [String] = [], sanitizerReports: [SanitizerReport] = [],
    cases: [TestCase] = []
  ) {
    self.cases = cases
    self.notes = notes
    self.sanitizerReports = sanitizerReports
    self.listed = listed
    self.listedOnBase = listedOnBase
    self.run = run
    self.stages = stages
    self.layout = layout
    self.artifacts = artifacts
  }

  package func adding(notes: [String]) -> TestedWorkspace {
    var tested = self
    tested.notes = notes + tested.notes
    return tested
  }
}

/// The starting point of a build of the head: a build of its base, which is kept across reviews.
///
/// It contains only code of the base repository's own branch, never of the pull request.
package struct WarmStart: Hashable, Codable, Sendable {
  /// A checkout of the base tip, which is built when no build is kept.
  package let baseRoot: FilePath
  package let base: CommitID
  /// The folder of the builds of this repository and branch. Read-only: the build cache takes over the contents of
  /// ``leftovers``.
  package let builds: FilePath
  /// The folder for a build to keep.
  package let leftovers: FilePath

  package init(baseRoot: FilePath, base: CommitID, builds: FilePath, leftovers: FilePath) {
    self.baseRoot = baseRoot
    self.base = base
    self.builds = builds
    self.leftovers = leftovers
  }
}

/// The result of building and testing one package of one tree.
package struct TestRun: Hashable, Sendable {
  package enum Outcome: String, Codable, Sendable {
    case passed
    case testsFailed
    /// A test process died.
    case crashed
    case timedOut
    case buildFailed
    /// The package declares no tests.
    case noTests
    /// The build or the tests could not start, or declared tests did not run.
    case couldNotRun
  }

  package let side: CheckoutSide
  /// The package's folder from the repository's root; empty for the root.
  package let package: String
  package let outcome: Outcome
  /// One sentence about the outcome; empty when it passed.
  package let reason: String
  package let tests: TestCounts
  /// The duration of the tests.
  package let milliseconds: Int
  /// Single tests: those that did not pass, and the slowest of the others.
  package let cases: [TestCase]
  /// The number of tests besides ``cases``.
  package let unlistedCases: Int
  package var failures: [TestFailure]
  /// The failures of tests that failed and passed with the same code.
  package var flaky: [TestFailure]
  package let diagnostics: [BuildDiagnostic]
  /// The end of the output, for diagnosis. Written by the code under review: hostile text.
  package let logTail: String
  /// The first line of `swift --version`.
  package let toolchain: String
  /// The number of distinct defects that sanitizers reported; `nil` for none.
  package let sanitizerReports: Int?
  /// The test targets that were not run; `nil` for none.
  package let reused: ReusedResults?

  package init(
    side: CheckoutSide, package: String = "", outcome: Outcome, reason: String = "", tests: TestCounts = TestCounts(),
    milliseconds: Int = 0, cases: [TestCase] = [], unlistedCases: Int = 0, failures: [TestFailure] = [],
    flaky: [TestFailure] = [], diagnostics: [BuildDiagnostic] = [], logTail: String = "", toolchain: String = "",
    sanitizerReports: Int? = nil, reused: ReusedResults? = nil
  ) {
    self.reused = reused
    self.sanitizerReports = sanitizerReports
    self.side = side
    self.package = package
    self.outcome = outcome
    self.reason = reason
    self.tests = tests
    self.milliseconds = milliseconds
    self.cases = cases
    self.unlistedCases = unlistedCases
    self.failures = failures
    self.flaky = flaky
    self.diagnostics = diagnostics
    self.logTail = logTail
    self.toolchain = toolchain
  }
}

extension TestRun: Codable {
  private enum CodingKeys: String, CodingKey {
    case side, package, outcome, reason, tests, milliseconds, cases, unlistedCases, failures, flaky, diagnostics
    case logTail, toolchain, sanitizerReports, reused
  }

  /// Decodes a run. Newer keys may be missing in a report of an earlier version.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      side: try container.decode(CheckoutSide.self, forKey: .side),
      package: try container.decodeIfPresent(String.self, forKey: .package) ?? "",
      outcome: try container.decode(Outcome.self, forKey: .outcome),
      reason: try container.decode(String.self, forKey: .reason),
      tests: try container.decode(TestCounts.self, forKey: .tests),
      milliseconds: try container.decodeIfPresent(Int.self, forKey: .milliseconds) ?? 0,
      cases: try container.decodeIfPresent([TestCase].self, forKey: .cases) ?? [],
      unlistedCases: try container.decodeIfPresent(Int.self, forKey: .unlistedCases) ?? 0,
      failures: try container.decode([TestFailure].self, forKey: .failures),
      flaky: try container.decodeIfPresent([TestFailure].self, forKey: .flaky) ?? [],
      diagnostics: try container.decode([BuildDiagnostic].self, forKey: .diagnostics),
      logTail: try container.decode(String.self, forKey: .logTail),
      toolchain: try container.decode(String.self, forKey: .toolchain),
      sanitizerReports: try container.decodeIfPresent(Int.self, forKey: .sanitizerReports),
      reused: try container.decodeIfPresent(ReusedResults.self, forKey: .reused))
  }
}

/// A diagnostic of the compiler at a location in the repository.
package struct BuildDiagnostic: Hashable, Codable, Sendable {
  package let severity: Severity
  package let path: String
  package let line: Int
  package let column: Int
  package let message: String

  package init(severity: Severity, path: String, line: Int, column: Int, message: String) {
    self.severity = severity
    self.path = path
    self.line = line
    self.column = column
    self.message = message
  }
}

/// The compiler warnings that a review shows.
package enum CompilerWarnings: String, Codable, Sendable, CaseIterable {
  /// Warnings at lines of the change.
  case change
  /// All warnings.
  case all
  /// No warnings.
  case off
}
