// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import ContainedFiles
import ReviewContract
import SystemPackage
import WorkerProtocol

/// Builds and tests the packages of one tree sequentially, because each build uses all cores.
struct PackageTests: Sendable {
  let job: WorkerCall.Request
  let runner: any TestRunner
  let folders: [String]
  /// The commit that the checkout is compared with and restored to.
  var sources: CommittedSources?
  /// The tests to repeat on the first tree; `nil` for none.
  var newTests: NewTestRuns?
  /// The order of the tests; `nil` for none.
  var order: TestOrder?
  /// The runs whose results the test targets keep that nothing reaches, by the folders of the packages.
  var earlier: [String: EarlierRun] = [:]
  /// Is awaited before tests run, which can write to the checkout.
  var beforeTests: (@Sendable () async -> Void)?

  /// Tests all packages. The time limits apply to the sum of all packages; each package gets at least one second.
  func run(_ side: CheckoutSide, progress: @escaping ProgressHandler) async -> [TestedWorkspace] {
    var remaining = (
      build: job.configuration.build.timeLimit.duration, test: job.configuration.tests.timeLimit.duration
    )
    var tested: [TestedWorkspace] = []
    for (index, folder) in folders.enumerated() {
      let name = { @Sendable (stage: String) in stageName(stage, of: folder, side) }
      let request = job.testRequest(
        side, package: folder, number: folders.count > 1 ? index : nil, of: folders.count, isFirst: index == 0,
        buildLimit: remaining.build, testLimit: remaining.test, sources: sources, newTests: newTests,
        order: order, earlier: earlier[folder], beforeTests: beforeTests)
      var result = await runner.test(request) { progress($0.renamed(name)) }
      remaining.build = max(
        .seconds(1), remaining.build - Self.time(["read the manifest", "resolve", "build"], in: result.stages))
      remaining.test = max(
        .seconds(1), remaining.test - Self.time(["test", "retry", "repeat new tests"], in: result.stages))
      // Without its setup, no package of the tree can be built.
      let isSetUp = !result.stages.contains { $0.name == "setup" && $0.status == .failed }
      result.stages = result.stages.map { $0.renamed(name) }
      tested.append(result)
      guard isSetUp else { break }
    }
    return tested
  }

  /// The name of a stage in the report: prefixed with `merge` for the merge, and followed by the package if there are
  /// several.
  private func stageName(_ stage: String, of folder: String, _ side: CheckoutSide) -> String {
    let label = side == .head ? stage : "merge \(stage)"
    return folders.count > 1 ? "\(label) \(folder.isEmpty ? "." : folder)" : label
  }

  /// - Parameter names: the names of stages, or the beginnings of names that end in the name of a run.
  private static func time(_ names: [String], in stages: [Stage]) -> Duration {
    let named = stages.filter { stage in names.contains { stage.name == $0 || stage.name.hasPrefix("\($0) ") } }
    return .milliseconds(named.reduce(0) { $0 + $1.milliseconds })
  }
}

extension ProgressEvent {
  fileprivate func renamed(_ name: (String) -> String) -> ProgressEvent {
    switch self {
    case .started(let stage): .started(stage: name(stage))
    case .ended(let stage): .ended(stage.renamed(name))
    case .output, .detail: self
    }
  }
}

extension Stage {
  fileprivate func renamed(_ name: (String) -> String) -> Stage {
    Stage(name: name(self.name), status: status, milliseconds: milliseconds, detail: detail)
  }
}

extension WorkerCall.Request {
  /// Whether the head is tested, which includes a merge with the same files.
  var testsHead: Bool { configuration.checkout.test != .merge || workspace.merge == .sameAsHead }

  /// Whether the merge is built, which starts from the build of the head.
  private var isMergeBuilt: Bool {
    guard case .differs = workspace.merge else { return false }
    return testsHead && configuration.checkout.test != .head
  }

  /// The files that the merge changes, which tests of the head may open.
  private func watched(_ side: CheckoutSide) -> [String] {
    guard side == .head, isMergeBuilt, configuration.checkout.testMerge == .reached,
      case .differs(let overlay) = workspace.merge
    else { return [] }
    return overlay.written
  }

  /// The cached build of the base that builds of the head start from; `nil` for none.
  private var warmStart: WarmStart? {
    workspace.baseRoot.map {
      WarmStart(baseRoot: $0, base: workspace.base, builds: builds, leftovers: leftovers.builds)
    }
  }

  /// The maximum number of single tests that a report lists, for all runs together.
  private static let listedTests = 2000

  /// - Parameters:
  ///   - number: the number of the package; `nil` if there is only one.
  ///   - count: the number of packages.
  ///   - isFirst: whether no other package of the tree was built before; the setup commands run once for a tree.
  func testRequest(
    _ side: CheckoutSide, package: String, number: Int?, of count: Int, isFirst: Bool, buildLimit: Duration,
    testLimit: Duration, sources: CommittedSources? = nil, newTests: NewTestRuns? = nil,
    order: TestOrder? = nil, earlier: EarlierRun? = nil, beforeTests: (@Sendable () async -> Void)? = nil
  ) -> TestRequest {
    let folder = results.appending(side.rawValue)
    // Builds are cached only for repositories with one package.
    let isWarm = count == 1 && (side == .head || !testsHead)
    return TestRequest(
      side: side, package: workspace.root.pushing(FilePath(package)), repositoryRoot: workspace.root,
      results: number.map { folder.appending("\($0)") } ?? folder,
      arguments: TestRequest.withoutToolchainIndex + configuration.build.arguments.list, buildLimit: buildLimit,
      testLimit: testLimit,
      flaky: configuration.tests.flakyTests, listedTests: Self.listedTests / (2 * max(1, count)),
      warmStart: isWarm ? warmStart : nil,
      isManifestRemoved: RemovedManifests(workspace.changes).contains(package),
      environment: configuration.build.environment.variables, setup: isFirst ? configuration.build.setupPlan : nil,
      runs: configuration.tests.runs, sources: sources,
      isBuildReused: side == .head && isMergeBuilt, writable: configuration.build.writable.map(\.path),
      // The merge starts from the versions of the head.
      resolution: results.appending("resolutions").appending("\(number ?? 0)").appending("Package.resolved"),
      newTests: side == .head || !testsHead ? newTests : nil, order: order, earlier: earlier,
      watched: watched(side), otherStart: count == 1 && !isWarm ? warmStart : nil, beforeTests: beforeTests)
  }
}

/// The packages that a job tests.
struct JobPackages: Sendable {
  /// The folders relative to the repository, in the order of testing; the empty string is the root.
  let folders: [String]
  /// Notes for the report on packages that are not tested.
  let notes: [String]

  init(_ job: WorkerCall.Request) {
    let configuration = job.configuration
    let root = job.workspace.root
    var folders: [String]
    var notes: [String] = []
    switch configuration.build.package {
    case .folders(let chosen): folders = chosen
    case .auto:
      let found = PackageFinder(root: root, excluded: configuration.paths.exclude).find()
      // Without any package, building the root fails with a helpful message.
      folders = found.folders.isEmpty ? [""] : found.folders
      // If the change removes the root package, the remaining ones are its samples and fixtures.
      if !folders.contains(""), RemovedManifests.removesRootPackage(job.workspace.changes) { folders.insert("", at: 0) }
      if found.isCut {
        notes.append(
          "the search for packages stopped after \(found.folders.count); name the packages in build.package")
      }
    }
    if configuration.build.affectedOnly, folders.count > 1 {
      let affected = AffectedPackages(root: root, changes: job.workspace.changes).among(folders)
      let others = folders.filter { !affected.contains($0) }
      if !others.isEmpty {
        notes.append("packages not affected by the change were not tested: \(others.joined(separator: ", "))")
      }
      folders = affected
    }
    self.folders = folders
    self.notes = notes
  }
}

/// Changes a checkout of the head to the merge of head and base.
struct MergedWorkspace: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let root: FilePath
  let overlay: MergeOverlay

  /// Writes the files that differ and removes those that the merge lacks. All others keep their modification times, for
  /// an incremental build of the base's changes.
  ///
  /// The head's tests could write to the checkout. Nothing is written through a symbolic link that replaces a folder.
  ///
  /// - Throws: ``Failure`` if a folder was replaced, or `ContainedDirectory.Failure`.
  func apply() throws {
    let (checkout, merged) = (ContainedDirectory(root), ContainedDirectory(overlay.folder))
    for path in overlay.removed { try writing(path) { try checkout.remove(path) } }
    for path in overlay.written {
      try writing(path) {
        if let slash = path.lastIndex(of: "/") { try checkout.makeDirectory(String(path[..<slash])) }
        try checkout.remove(path)
        // Copy all links: they are the merge's own.
        try TreeCopy(links: .all).copy(path, in: merged, to: checkout, as: path)
        // Touch the copy: its time is older than the head's build, so an incremental build would skip the file.
        try checkout.setModified(nil, of: path)
      }
    }
  }

  private func writing(_ path: String, _ write: () throws -> Void) throws {
    do {
      try write()
    } catch ContainedDirectory.Failure.notADirectory {
      throw Failure(description: "the tests of the head replaced the folder of \(path)")
    }
  }
}
