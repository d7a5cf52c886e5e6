// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
import ContainedFiles
package import Findings
import Foundation
import Linting
package import ReviewContract
package import SwiftBuild
package import SystemPackage

/// Measures the coverage of a working tree like that of a pull request.
package struct LocalCoverage: Sendable {
  private let runner: any TestRunner
  private let inspector: PackageInspector
  private let profiles: any CoverageReader
  private let reports: any CoverageReportReader

  package init(
    runner: any TestRunner, inspector: PackageInspector, profiles: any CoverageReader,
    reports: any CoverageReportReader
  ) {
    self.runner = runner
    self.inspector = inspector
    self.profiles = profiles
    self.reports = reports
  }

  /// The result of a measurement.
  package struct Outcome: Sendable {
    package let coverage: PatchCoverage
    package let lines: LineReport
    /// The test runs; empty if existing profiles or reports were read.
    package let runs: [TestRun]
    /// The changed sources of targets that were not compared or measured, as findings.
    package let unchecked: [Finding]
  }

  /// - Throws: `CoverageError`, ``LocalCoverageError``, or an error of the package inspection.
  package func measure(_ job: LocalCoverageJob, progress: @escaping ProgressHandler) async throws -> Outcome {
    let folders = job.configuration.build.package.folders(
      in: job.local.root, excluding: job.configuration.paths.exclude)
    let evidence =
      switch job.source {
      case .tests: try await test(job, folders, progress)
      case .profiles(let profiles, let programs): try await inspect(job, folders, profiles, programs)
      case .reports: Evidence(layout: ManifestLayout(root: job.local.root).layout(of: folders))
      }
    let measurement = PatchMeasurement(
      changes: job.local.changes, layout: evidence.layout, policy: job.configuration.coverage,
      paths: job.configuration.paths,
      folder: ContainedDirectory(job.local.root))
    let measured = measurement.measuredPaths
    let map = try await map(job, evidence.artifacts, measured)
    let coverage = measurement.measure(map, testsPassed: evidence.runs.allSatisfy { $0.outcome == .passed })
    let paths = job.configuration.paths
    let unchecked = UncheckedSources(
      changes: job.local.changes, layouts: [evidence.layout],
      excluded: paths.exclude + paths.generated
    ).find(rules: [], coverage: measured.filter { map.unmeasured[$0] == .unreadable })
    return Outcome(
      coverage: coverage, lines: measurement.lines(map, coverage), runs: evidence.runs,
      unchecked: UncheckedFiles.findings(unchecked.sources, job.configuration.unchecked))
  }

  private func map(
    _ job: LocalCoverageJob, _ artifacts: [CoverageArtifacts], _ paths: [String]
  ) async throws -> CoverageMap {
    let rules = job.configuration.coverage.classification.judging(job.local.changes)
    if case .reports(let files, let prefixes) = job.source {
      let wanted = CoverageReports(files: files, root: job.local.root, prefixes: prefixes, paths: paths)
      return try reports.coverage(of: wanted, rules: rules)
    }
    guard !paths.isEmpty else { return CoverageMap(files: [:]) }
    return try await profiles.coverage(from: artifacts, of: paths, rules: rules)
  }

  private struct Evidence {
    var layout = PackageLayout(name: "", targets: [])
    var artifacts: [CoverageArtifacts] = []
    var runs: [TestRun] = []

    mutating func add(_ layout: PackageLayout) {
      self.layout = PackageLayout(name: layout.name, targets: self.layout.targets + layout.targets)
    }
  }

  private func test(
    _ job: LocalCoverageJob, _ folders: [String], _ progress: @escaping ProgressHandler
  ) async throws -> Evidence {
    var evidence = Evidence()
    for (number, folder) in folders.enumerated() {
      let tested = await runner.test(job.testRequest(folder, number: number), progress: progress)
      guard let layout = tested.layout, let artifacts = tested.artifacts else {
        if tested.run.outcome == .noTests {
          tested.layout.map { evidence.add($0) }
          continue
        }
        throw LocalCoverageError(run: tested.run)
      }
      evidence.add(layout)
      evidence.artifacts.append(artifacts)
      evidence.runs.append(tested.run)
    }
    guard !folders.isEmpty else { throw LocalCoverageError.noPackage(in: job.local.root) }
    guard !evidence.artifacts.isEmpty else {
      throw LocalCoverageError(
        "no package declares tests", remedy: "add a test target, or read a report with --lcov FILE")
    }
    return evidence
  }

  /// Describes the packages without building them.
  ///
  /// - Parameters:
  ///   - profiles: the profiles to read.
  ///   - programs: the test programs of the profiles; empty for those in the build folder.
  private func inspect(
    _ job: LocalCoverageJob, _ folders: [String], _ profiles: [FilePath], _ programs: [FilePath]
  ) async throws -> Evidence {
    var evidence = Evidence()
    var packages: [InspectedPackage] = []
    for (number, folder) in folders.enumerated() {
      let package = job.local.root.pushing(FilePath(folder))
      packages.append(try await inspector.inspect(package, from: job.local.root, scratch: try job.scratch(number)))
    }
    for package in packages { evidence.add(package.layout) }
    guard let tools = packages.first?.tools else {
      throw LocalCoverageError.noPackage(in: job.local.root)
    }
    let programs = programs.isEmpty ? packages.flatMap(\.testPrograms) : programs
    guard !programs.isEmpty else {
      throw LocalCoverageError(
        "there is no test program in .build/debug for the profile", remedy: "name it with --program FILE")
    }
    evidence.artifacts = [
      CoverageArtifacts(
        repositoryRoot: job.local.root, toolchain: tools, profiles: profiles, binaries: programs,
        scratch: try job.scratch(folders.count))
    ]
    return evidence
  }
}

/// The reason why a working tree cannot be measured.
package struct LocalCoverageError: Error, Sendable, CustomStringConvertible {
  package let description: String
  package let remedy: String?

  init(_ description: String, remedy: String? = nil) {
    self.description = description
    self.remedy = remedy
  }

  static func noPackage(in root: FilePath) -> LocalCoverageError {
    LocalCoverageError(
      "there is no Package.swift in \"\(root)\"",
      remedy: "run it in a Swift package, or name its folder in build.package")
  }

  init(run: TestRun) {
    let place = run.package.isEmpty ? "" : "\(run.package): "
    description = "\(place)\(run.reason.isEmpty ? "the tests left no coverage profile" : run.reason)"
    remedy =
      switch run.outcome {
      case .buildFailed, .testsFailed, .crashed, .timedOut, .passed: "check the output of swift test"
      case .noTests, .couldNotRun: nil
      }
  }
}

/// The scope and the source of a measurement.
package struct LocalCoverageJob: Sendable {
  package enum Source: Hashable, Sendable {
    /// Build the packages and run their tests.
    case tests
    /// Read existing profiles, `.profdata` or `.profraw`. Without programs, those in the build folder are used.
    case profiles([FilePath], programs: [FilePath])
    /// Read existing reports, JSON of llvm-cov or xccov, or LCOV, and replace the prefixes of their paths. No program is started.
    case reports([FilePath], prefixes: [PathPrefix])
  }

  package let local: LocalChange
  package let configuration: ReviewConfiguration
  package let source: Source
  /// An empty scratch folder.
  package let folder: FilePath

  package init(
    local: LocalChange, configuration: ReviewConfiguration, source: Source, folder: FilePath
  ) {
    self.local = local
    self.configuration = configuration
    self.source = source
    self.folder = folder
  }

  func testRequest(_ package: String, number: Int) -> TestRequest {
    TestRequest(
      side: .head, package: local.root.pushing(FilePath(package)), repositoryRoot: local.root,
      results: folder.appending("\(number)"), arguments: configuration.build.arguments.list,
      buildLimit: configuration.build.timeLimit.duration, testLimit: configuration.tests.timeLimit.duration,
      flaky: configuration.tests.flakyTests, environment: configuration.build.environment.variables,
      runs: configuration.tests.runs.filter(\.build.measuresCoverage))
  }

  /// Creates an empty scratch folder for the package with this number.
  func scratch(_ number: Int) throws -> FilePath {
    let scratch = folder.appending("\(number)")
    try ContainedDirectory(making: folder).makeDirectory("\(number)")
    return scratch
  }
}
