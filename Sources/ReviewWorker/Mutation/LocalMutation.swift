// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
import ContainedFiles
import Findings
package import MutationTesting
package import ReviewContract
package import SwiftBuild
import SwiftSource
package import SystemPackage

/// Tries mutants of the changed lines of a working tree.
package struct LocalMutation: Sendable {
  private let build: SwiftBuildAssembly
  private let coverage: any CoverageReader

  package init(build: SwiftBuildAssembly, coverage: any CoverageReader) {
    self.build = build
    self.coverage = coverage
  }

  /// - Throws: ``LocalMutationError``, `CoverageError`, or an error of the copy or of a command that cannot be started.
  package func perform(_ job: LocalMutationJob, progress: @escaping ProgressHandler) async throws -> MutationResult {
    let configuration = job.configuration
    let folders = configuration.build.package.folders(in: job.copy.root, excluding: configuration.paths.exclude)
    guard !folders.isEmpty else {
      throw LocalMutationError(
        "there is no Package.swift in \"\(job.local.root)\"",
        remedy: "run it in a Swift package, or name its folder in build.package")
    }
    var tested: [(request: TestRequest, folder: String, result: TestedWorkspace)] = []
    for (number, folder) in folders.enumerated() {
      let request = job.request(folder, number: number)
      let result = await build.runner.test(request, progress: progress)
      if result.run.outcome == .noTests { continue }
      guard result.run.outcome == .passed, result.run.flaky.isEmpty else { throw LocalMutationError(result.run) }
      tested.append((request, folder, result))
    }
    guard !tested.isEmpty else {
      throw LocalMutationError("no package declares tests", remedy: "add a test target")
    }
    let found = try await sites(job, tested.map(\.result))
    guard !found.mutants.isEmpty else {
      return MutationResult([], places: 0, sources: found.sources, notes: found.notes)
    }
    var packages: [(RebuiltPackage, String, [TestCase])] = []
    for package in tested {
      packages.append(
        (try await build.rebuilt(package.request, progress: progress), package.folder, package.result.cases))
    }
    let checkout = PackagesCheckout(
      job.copy.root, packages, areAll: configuration.tests.runs.isEmpty, archive: job.folder.appending("archive"))
    let trial = MutationTrial(checkout, limits: job.limits, progress: progress)
    do {
      let selection = job.selection.choose(found.mutants)
      let paths = Set((selection.chosen + selection.spare).map(\.path))
      let entries = try await trial.perform(
        selection, sources: found.sources.filter { paths.contains($0.key) },
        switches: Self.switchPaths(paths, found.layout))
      return MutationResult(
        entries, places: found.mutants.count, sources: found.sources, notes: found.notes)
    } catch let obstacle as TrialObstacle {
      throw LocalMutationError(obstacle.description, remedy: nil)
    }
  }

  /// Returns the path of a target's file with the switch by the paths of its mutated files: in the folder of one of them,
  /// because a manifest may list the folders of the sources.
  private static func switchPaths(_ paths: Set<String>, _ layout: PackageLayout) -> [String: String] {
    Dictionary(grouping: paths) { layout.target(of: $0)?.path ?? "" }.values.reduce(into: [:]) { switches, own in
      let folder = own.min().flatMap { path in path.lastIndex(of: "/").map { path[...$0] } } ?? ""
      for path in own { switches[path] = folder + MutationSwitch.fileName }
    }
  }

  private struct Sites {
    let layout: PackageLayout
    var mutants: [Mutant] = []
    /// The contents of the files that were searched.
    var sources: [String: [UInt8]] = [:]
    var notes: [String] = []
  }

  private func sites(_ job: LocalMutationJob, _ tested: [TestedWorkspace]) async throws -> Sites {
    let layout = PackageLayout(name: "", targets: tested.flatMap { $0.layout?.targets ?? [] })
    let measurement = PatchMeasurement(
      changes: job.local.changes, layout: layout, policy: job.configuration.coverage,
      paths: job.configuration.paths)
    let tools = BuildTools(layout)
    var found = Sites(layout: layout)
    let paths = measurement.measuredPaths.filter { path in
      guard let plugin = tools.plugin(running: path) else { return true }
      found.notes.append("\(path) belongs to a program that the plugin \(plugin) runs")
      return false
    }
    guard !paths.isEmpty else { return found }
    let map = try await coverage.coverage(
      from: tested.compactMap(\.artifacts), of: paths,
      rules: job.configuration.coverage.classification.judging(job.local.changes))
    found.notes += map.notes
    let files = Dictionary(job.local.changes.files.map { ($0.path, $0) }) { first, _ in first }
    for path in paths {
      guard let file = files[path] else { continue }
      if let reason = map.unmeasured[path] {
        found.notes.append("\(path) was not measured: \(reason.explanation)")
        continue
      }
      do {
        let bytes = try ContainedDirectory(job.copy.root).bytes(at: path, limit: Self.largestFile)
        let source = SourceFile(SourceText(path: path, bytes: bytes))
        let lines = measurement.countedLines(of: file)
        let positions = source.text.lines
        let sites = try MutationSites(
          source, isChanged: { lines.contains($0) },
          isCovered: { map.isCovered(path, positions.position(at: $0)) })
        found.sources[path] = bytes
        found.mutants += sites.mutants()
      } catch let refusal as MutationRefusal {
        found.notes.append("\(refusal)")
      } catch {
        found.notes.append("cannot read \(path): \(error)")
      }
    }
    return found
  }

  private static let largestFile = 4 << 20
}

extension CoverageMap {
  /// Whether tests ran the token at a position.
  fileprivate func isCovered(_ path: String, _ position: SourcePosition) -> Bool {
    guard let state = files[path]?[position.line], state != .missed else { return false }
    let uncovered = uncoveredColumns[path]?[position.line] ?? []
    return !uncovered.contains { $0.contains(position.column) }
  }
}

/// The programs that plugins run while packages are built, whose effect tests do not see.
///
/// A library that such a program shares with tests may be mutated: no mutant is active during a build.
struct BuildTools {
  private let layout: PackageLayout
  /// The plugin by the name of the program.
  private var users: [String: String] = [:]

  init(_ layout: PackageLayout) {
    self.layout = layout
    let programs = Set(layout.targets.filter { $0.type == "executable" }.map(\.name))
    for plugin in layout.targets where plugin.type == "plugin" {
      for name in plugin.dependencies ?? [] where programs.contains(name) { users[name] = plugin.name }
    }
  }

  /// Returns the plugin that runs the program of a file; nil if none does.
  func plugin(running path: String) -> String? { layout.target(of: path).flatMap { users[$0.name] } }
}

/// The scope and the limits of a trial of a working tree.
package struct LocalMutationJob: Sendable {
  package let local: LocalChange
  package let configuration: ReviewConfiguration
  package let copy: WorkingCopy
  /// An empty folder for the results.
  package let folder: FilePath
  package let selection: MutantSelection
  package let limits: MutationTrial.Limits

  package init(
    local: LocalChange, configuration: ReviewConfiguration, copy: WorkingCopy, folder: FilePath,
    selection: MutantSelection, limits: MutationTrial.Limits
  ) {
    self.local = local
    self.configuration = configuration
    self.copy = copy
    self.folder = folder
    self.selection = selection
    self.limits = limits
  }

  func request(_ package: String, number: Int) -> TestRequest {
    TestRequest(
      side: .head, package: copy.root.pushing(FilePath(package)), repositoryRoot: copy.root,
      results: folder.appending("\(number)"), arguments: configuration.build.arguments.list,
      buildLimit: configuration.build.timeLimit.duration, testLimit: configuration.tests.timeLimit.duration,
      environment: configuration.build.environment.variables,
      runs: configuration.tests.runs.filter(\.build.measuresCoverage), mountPath: local.root)
  }
}

/// The reason why nothing is known about the mutants of a working tree.
package struct LocalMutationError: Error, Sendable, CustomStringConvertible {
  package let description: String
  package let remedy: String?

  init(_ description: String, remedy: String?) {
    self.description = description
    self.remedy = remedy
  }

  /// - Parameter run: a run without mutants that did not pass.
  init(_ run: TestRun) {
    let place = run.package.isEmpty ? "" : "\(run.package): "
    let flaky = "a test failed, and passed when it was run again"
    description = "\(place)without a mutant, \(run.flaky.isEmpty ? run.reason : flaky)"
    remedy = run.outcome == .couldNotRun ? nil : "make swift test pass first; --verbose shows its output"
  }
}
