// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import ReviewContract
package import SwiftBuild
package import SystemPackage
package import WorkerProtocol

/// Measures a working tree as a review measures a pull request.
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

  /// What a job came to.
  package struct Outcome: Sendable {
    package let coverage: PatchCoverage
    package let lines: LineReport
    /// What building and testing came to; none when something else was read.
    package let runs: [TestRun]
  }

  /// - Throws: an error that says in one sentence why nothing can be measured.
  package func measure(_ job: LocalCoverageJob, progress: @escaping ProgressHandler) async throws -> Outcome {
    let folders = job.settings.packages.folders(in: job.local.root, excluding: job.settings.excluded)
    let evidence =
      switch job.source {
      case .tests: try await test(job, folders, progress)
      case .profiles(let profiles, let programs): try await inspect(job, folders, profiles, programs)
      case .reports: try await inspect(job, folders)
      }
    let measurement = PatchMeasurement(
      changes: job.local.changes, layout: evidence.layout, policy: job.settings.coverage,
      folder: ContainedDirectory(job.local.root))
    let paths = measurement.measuredPaths
    let map = paths.isEmpty ? CoverageMap(files: [:]) : try await map(job, evidence.artifacts, paths)
    let coverage = measurement.measure(map, testsPassed: evidence.runs.allSatisfy { $0.outcome == .passed })
    return Outcome(coverage: coverage, lines: measurement.lines(map, coverage), runs: evidence.runs)
  }

  private func map(
    _ job: LocalCoverageJob, _ artifacts: [CoverageArtifacts], _ paths: [String]
  ) async throws -> CoverageMap {
    let rules = job.settings.coverage.classification.judging(job.local.changes)
    if case .reports(let files, let prefixes) = job.source {
      let wanted = CoverageReports(files: files, root: job.local.root, prefixes: prefixes, paths: paths)
      return try reports.coverage(of: wanted, rules: rules)
    }
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
    guard !evidence.artifacts.isEmpty else { throw LocalCoverageError("no package here declares tests") }
    return evidence
  }

  /// The packages without building them.
  ///
  /// - Parameter profiles: what is read; none when it is reports.
  private func inspect(
    _ job: LocalCoverageJob, _ folders: [String], _ profiles: [FilePath] = [], _ programs: [FilePath] = []
  ) async throws -> Evidence {
    var evidence = Evidence()
    var packages: [InspectedPackage] = []
    for (number, folder) in folders.enumerated() {
      let package = job.local.root.pushing(FilePath(folder))
      packages.append(try await inspector.inspect(package, from: job.local.root, scratch: try job.scratch(number)))
    }
    for package in packages { evidence.add(package.layout) }
    guard let tools = packages.first?.tools else {
      throw LocalCoverageError("there is no Package.swift in \(job.local.root)")
    }
    guard !profiles.isEmpty else { return evidence }
    let programs = programs.isEmpty ? packages.flatMap(\.testPrograms) : programs
    guard !programs.isEmpty else {
      throw LocalCoverageError(
        "there is no test program in .build/debug to read the profile with; name it with --program FILE")
    }
    evidence.artifacts = [
      CoverageArtifacts(
        repositoryRoot: job.local.root, toolchain: tools, profiles: profiles, binaries: programs,
        scratch: try job.scratch(folders.count))
    ]
    return evidence
  }
}

/// Why a working tree could not be measured.
package struct LocalCoverageError: Error, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }

  init(run: TestRun) {
    let place = run.package.isEmpty ? "" : "\(run.package): "
    description = "\(place)\(run.reason.isEmpty ? "the tests left no coverage profile" : run.reason)"
  }
}

/// What of a working tree is measured, and from what.
package struct LocalCoverageJob: Sendable {
  package enum Source: Hashable, Sendable {
    /// Build the packages and run their tests.
    case tests
    /// Read profiles of an earlier run, `.profdata` or `.profraw`, of these programs; none means those in the build folder.
    case profiles([FilePath], programs: [FilePath])
    /// Read reports, llvm-cov's JSON or LCOV, whose paths may have other beginnings.
    case reports([FilePath], prefixes: [PathPrefix])
  }

  package let local: LocalChange
  package let settings: ReviewSettings
  package let source: Source
  /// An empty folder to work in.
  package let folder: FilePath

  package init(local: LocalChange, settings: ReviewSettings, source: Source, folder: FilePath) {
    self.local = local
    self.settings = settings
    self.source = source
    self.folder = folder
  }

  func testRequest(_ package: String, number: Int) -> TestRequest {
    TestRequest(
      side: .head, package: local.root.pushing(FilePath(package)), repositoryRoot: local.root,
      results: folder.appending("\(number)"), arguments: settings.buildArguments, buildLimit: settings.buildLimit,
      testLimit: settings.testLimit, flaky: settings.flaky)
  }

  /// An empty folder for the package of this number.
  func scratch(_ number: Int) throws -> FilePath {
    let scratch = folder.appending("\(number)")
    try ContainedDirectory(making: folder).makeDirectory("\(number)")
    return scratch
  }
}
