// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ContainedFiles
import Foundation
import Isolation
import ReviewContract
import SystemPackage

/// The review of one package, from its manifest to its results.
struct PackageRun: Sendable {
  let request: TestRequest
  let context: SandboxedContext
  let toolchain: Toolchain
  let manifests: KnownManifests
  let progress: ProgressHandler
  private let package: PackageDirectory
  private let check: CheckoutCheck

  /// - Parameter manifests: what is known about the packages before, and is given what this run finds out.
  init(
    request: TestRequest, context: SandboxedContext, toolchain: Toolchain, manifests: KnownManifests,
    progress: @escaping ProgressHandler
  ) {
    self.request = request
    self.context = context
    self.toolchain = toolchain
    self.manifests = manifests
    self.progress = progress
    package = PackageDirectory(request.package, in: request.repositoryRoot)
    check = CheckoutCheck(request, context)
  }

  /// - Parameter seals: is given the builds before the tests run, if other builds start from them.
  func perform(keeping seals: SealedBuilds) async -> TestedWorkspace {
    let clock = StageClock(progress: progress)
    guard (try? package.directory.bytes(at: "Package.swift", limit: 1 << 20)) != nil else {
      let place = package.folder.isEmpty ? "the repository's root" : package.folder
      if request.isManifestRemoved {
        let path = package.folder.isEmpty ? "Package.swift" : "\(package.folder)/Package.swift"
        return await ended(
          clock, .buildFailed,
          "the change removes \(path); put it back, or set build.package in .reviewbot.yml to another folder first")
      }
      return await ended(
        clock, .couldNotRun,
        "there is no Package.swift in \(place); set build.package in .reviewbot.yml to the package's folder")
    }
    do {
      return try await perform(clock, seals)
    } catch let failure as StageFailure {
      return await ended(clock, failure.outcome, failure.reason, tail: failure.tail)
    } catch {
      return await ended(clock, .couldNotRun, "\(error)")
    }
  }

  private func perform(_ clock: StageClock, _ seals: SealedBuilds) async throws -> TestedWorkspace {
    let time = ContinuousClock()
    let start = time.now
    let key = ManifestInputs(
      package: package, toolchain: toolchain, context: context, variables: request.environment
    ).key()
    let known = manifests[package.folder]?.answer
    let begun = begunBuild(known, key)
    let described: DescribedPackage
    do {
      described = try await clock.run("read the manifest") {
        try await describe(known, key, isBuilding: begun != nil, limit: request.buildLimit)
      }
    } catch {
      await begun?.end()
      throw error
    }
    let remaining = { @Sendable in max(request.buildLimit - start.duration(to: time.now), .seconds(1)) }
    let resolution = context.resolution.start
    let (build, notes) = try await resolveAndBuild(described, key, begun, clock, remaining: remaining)
    manifests[package.folder] = key.map { key in
      .init(
        answer: ManifestAnswer(key: key, description: described.text),
        resolution: resolution ?? context.resolution.resolved)
    }
    guard build.result.isSuccess else {
      await clock.skip("test", because: "the build failed")
      return await ended(
        clock, build.outcome, build.reason, layout: described.layout, diagnostics: build.diagnostics,
        tail: build.result.tail
      ).adding(notes: notes)
    }
    var layout = described.layout
    layout.compiled = CompiledSources(package: package, insideRoot: insideRoot).read()
    if request.isBuildReused {
      let archive = FilePath(context.scratch.string + ".build")
      seals.keep(try SealedBuild(of: package, archive: archive), of: request.package)
    }
    guard layout.declaresTests else {
      await clock.skip("test", because: "the package declares no tests")
      return await ended(
        clock, .noTests, "the package declares no test targets", layout: layout, diagnostics: build.diagnostics
      ).adding(notes: notes)
    }
    let own = BuiltTests(build: TestBuild(), package: package, programs: try SealedPrograms(of: package))
    let builds = TestBuilds(
      request: request, context: context, toolchain: toolchain, package: package, check: check, seals: seals,
      progress: progress)
    var results: [TestBuild: TestBuilds.Result] = [own.build: .built(own)]
    let others = TestBuilds.needed(by: request.runs)
    // The first build could write SwiftPM's list of the dependencies, from which the others start.
    if described.dependsOnOthers, !others.isEmpty { _ = try await dependencies.verify() }
    // Before any test runs, because tests can write to the build folder.
    for other in others {
      results[other] = try await clock.run("build \(other.name)", describe: \.stage) {
        try await builds.make(other, limit: remaining())
      }
    }
    await request.beforeTests?()
    lazy var reach = TargetContents(checkout: package.checkout, graph: described.graph).read()
    let choice = request.earlier.map { self.choice($0, described, reach) } ?? TargetChoice()
    let order = request.order.map { order in
      TestParts(
        order: order, package: package.folder, layout: layout, reached: reach.modules(reachedBy: order.paths))
    }
    let documents = DocumentWatch(package.checkout, obstacle: unknownInputs ?? reach.buildObstacle)
    let differences =
      unknownInputs == nil && !request.watched.isEmpty
      ? try? DifferenceWatch(
        package, described.graph, differences: request.watched, hasOtherBuilds: !others.isEmpty) : nil
    var tested = try await test(clock, layout, choice, order, build.diagnostics, builds, results, differences)
    let watched = documents.end()
    tested.documentObstacle = watched.obstacle
    // Those of a target are among its files, which the tests need not open.
    tested.unreadDocuments = watched.unread.filter { described.graph.owners(of: $0).isEmpty }
    tested.unreadFiles = differences?.end() ?? []
    try builds.discard()
    return tested.adding(notes: notes)
  }

  /// - Parameter isBuilding: whether ``begunBuild(_:_:)`` runs.
  private func describe(
    _ known: ManifestAnswer?, _ key: ManifestAnswer.Key?, isBuilding: Bool, limit: Duration
  ) async throws -> DescribedPackage {
    if let key, let known, known.key == key,
      let described = PackageDescriber.described(known.description, in: package.folder)
    {
      return described
    }
    let describer = PackageDescriber(toolchain: toolchain, context: context, timeLimit: limit)
    // The kept build has been evaluated for the tests.
    let isPreparing = context.isSandboxed && !isBuilding && known.map { $0.key.manifests != key?.manifests } ?? false
    async let prepared =
      isPreparing ? try? describer.describe(request.package, from: request.repositoryRoot, isForTests: true) : nil
    let described = try await describer.describe(
      request.package, from: request.repositoryRoot, isForTests: isBuilding)
    _ = await prepared
    try check.verify(after: "reading Package.swift")
    return described
  }

  /// Begins to build while the manifest is described, if its text differs from that of the kept build, whose package had
  /// tests and no dependencies. Most changes of a manifest leave it so, and if not, the package is built again.
  ///
  /// The description is evaluated as for the tests, and the build compiles the manifest for itself, so the manifest may
  /// not read variables. In a sandbox, the build can write only to the build folder.
  private func begunBuild(_ known: ManifestAnswer?, _ key: ManifestAnswer.Key?) -> BegunBuild? {
    guard context.isSandboxed, request.writable.isEmpty, let known, let key, known.key.manifests != key.manifests,
      !key.readsVariables, let kept = PackageDescriber.described(known.description, in: package.folder),
      kept.isBuiltAlone
    else { return nil }
    return BegunBuild { try await swiftBuild(withTests: true, limit: request.buildLimit) }
  }

  private var dependencies: DependencyCheck { DependencyCheck(context: context, package: package) }

  /// Whether the build that this one starts from has the dependencies that a resolution would find: those of the same
  /// manifest and the same pins.
  private func isResolved(_ described: DescribedPackage, _ key: ManifestAnswer.Key?) -> Bool {
    guard let key, let known = manifests[package.folder], known.answer.key == key,
      !described.graph.hasLocalPackages, let pins = known.resolution
    else { return false }
    return pins == context.resolution.start
  }

  /// - Returns: the build, and notes for the report.
  private func resolveAndBuild(
    _ described: DescribedPackage, _ key: ManifestAnswer.Key?, _ begun: BegunBuild?, _ clock: StageClock,
    remaining: @escaping @Sendable () -> Duration
  ) async throws -> (BuildExecution, notes: [String]) {
    // To its end, because others start from its folder.
    if !described.isBuiltAlone { await begun?.wait() }
    guard described.dependsOnOthers else {
      let begun = described.isBuiltAlone ? begun : nil
      return (try await build(described.layout, nil, begun, clock, remaining: remaining).execution, [])
    }
    if isResolved(described, key) {
      let listed = try await clock.run("resolve") {
        try context.resolution.prepare()
        try check.acceptOthers()
        return try? await dependencies.list()
      }
      // Where the checkouts are not those of the pins, SwiftPM fetches them again.
      if let listed {
        let built = try await build(described.layout, listed, nil, clock, remaining: remaining)
        if let notes = try? built.comparison.get() { return (built.execution, notes) }
      }
    }
    let resolver = PackageDescriber(toolchain: toolchain, context: context, timeLimit: remaining())
    let listed = try await clock.run("resolve") {
      try await resolver.resolve(request.package, progress: progress)
      try check.verify(after: "resolving the dependencies")
      try check.acceptOthers()
      return try await dependencies.list()
    }
    let built = try await build(described.layout, listed, nil, clock, remaining: remaining)
    return (built.execution, try built.comparison.get())
  }

  /// Builds the package, while the listed dependencies are compared with their pins.
  private func build(
    _ layout: PackageLayout, _ listed: DependencyCheck.Listed?, _ begun: BegunBuild?, _ clock: StageClock,
    remaining: @escaping @Sendable () -> Duration
  ) async throws -> (execution: BuildExecution, comparison: Result<[String], any Error>) {
    async let comparison = dependencies.result(of: listed)
    let execution = try await clock.run("build", describe: { $0.stage }) {
      let build = try await execute(layout, begun, limit: remaining())
      try check.verify(after: "the build")
      if !request.writable.isEmpty { try check.acceptOthers() }
      // In a sandbox, the build could not write to the checkouts of the dependencies.
      if listed != nil, !context.isSandboxed { _ = try await dependencies.verify() }
      return build
    }
    return (execution, await comparison)
  }

  /// The targets that are run, by the sources of the checkout, which were compared with the commit after the build.
  private func choice(_ earlier: EarlierRun, _ described: DescribedPackage, _ reach: TestReach) -> TargetChoice {
    var obstacle: String?
    if earlier.toolchains?.contains(toolchain.version) == false {
      obstacle = "the base was tested with another toolchain"
    } else if described.dependsOnOthers, !earlier.areVersionsKnown {
      obstacle = "without a Package.resolved in the repository, the base can have other versions of the dependencies"
    }
    let choice = TargetChoice(earlier, reach, obstacle: obstacle)
    for (target, reason) in choice.reasons.sorted(by: { $0.key < $1.key }) {
      progress(.output(line: "\(target) is run: \(reason)"))
    }
    return choice
  }

  /// Why the inputs of the result are not known; `nil` if they are in the checkout.
  private var unknownInputs: String? {
    if request.sources == nil || !context.isSandboxed { return "the result can depend on this machine" }
    if request.setup != nil { return "the commands of build.setup can read any file" }
    return request.writable.isEmpty ? nil : "what a build writes to build.writable is not known"
  }

  private func test(
    _ clock: StageClock, _ layout: PackageLayout, _ choice: TargetChoice, _ order: TestParts?,
    _ diagnostics: [BuildDiagnostic], _ builds: TestBuilds, _ results: [TestBuild: TestBuilds.Result],
    _ differences: DifferenceWatch?
  ) async throws -> TestedWorkspace {
    let tests = SelectedTestRuns(
      request: request, context: context.watched(by: differences), toolchain: toolchain, layout: layout, builds: builds,
      results: results, check: check, choice: choice, order: order, progress: progress)
    let tested = try await tests.perform(clock)
    let list = tested.list
    let listing = list.listing(limit: request.listedTests)
    let run = TestRun(
      side: request.side, package: package.folder, outcome: tested.judgement.outcome,
      reason: tested.judgement.reason,
      tests: list.counts, milliseconds: tested.milliseconds, cases: listing.cases, unlistedCases: listing.unlisted,
      failures: list.failures, flaky: tested.flaky, diagnostics: diagnostics,
      logTail: tested.judgement.outcome == .passed ? "" : Self.log(tested.tail), toolchain: toolchain.version,
      sanitizerReports: tested.reports.isEmpty ? nil : tested.reports.count, reused: choice.reused)
    return TestedWorkspace(
      run: run, stages: await clock.stages, layout: layout, artifacts: artifacts(tested.profiles),
      listed: tested.listed, notes: tested.notes, sanitizerReports: tested.reports, cases: list.cases)
  }

  /// The repository's root in paths of the compiler and the tests.
  private var insideRoot: String { context.inside(request.repositoryRoot).string }

  private func execute(
    _ layout: PackageLayout, _ begun: BegunBuild?, limit: Duration
  ) async throws -> BuildExecution {
    var build =
      if let begun { try await begun.value } else {
        try await swiftBuild(withTests: layout.declaresTests, limit: limit)
      }
    let kept = DiagnosticFiles(package: package, insideRoot: insideRoot).read(layout)
    if kept.unreadable > 0 { progress(.detail("\(kept.unreadable) diagnostics files could not be read")) }
    for diagnostic in kept.diagnostics { build.diagnostics.add(diagnostic) }
    return BuildExecution(result: build.result, diagnostics: build.diagnostics.diagnostics)
  }

  private func swiftBuild(withTests: Bool, limit: Duration) async throws -> BegunBuild.Value {
    let parser = Locked(DiagnosticParser(repositoryRoot: insideRoot))
    let tests = withTests ? ["--build-tests", "--enable-code-coverage"] : []
    let result = try await context.run(
      toolchain.swift, ["build"] + tests + context.jobArguments + request.arguments, at: request.package, in: .build,
      limits: ChildLimits(time: limit)
    ) { line in
      parser.withLock { $0.read(line.text) }
      progress(.output(line: line.text))
    }
    return (result, parser.withLock { $0 })
  }

  private func artifacts(_ profiles: [FilePath]) -> CoverageArtifacts? {
    let binaries = package.testPrograms
    guard !profiles.isEmpty, !binaries.isEmpty else { return nil }
    return CoverageArtifacts(
      repositoryRoot: request.repositoryRoot, toolchain: toolchain.tools, profiles: profiles, binaries: binaries,
      scratch: context.scratch, mountPath: request.mountPath)
  }

  /// Returns the result of a run that ended before the tests.
  func ended(
    _ clock: StageClock, _ outcome: TestRun.Outcome, _ reason: String, layout: PackageLayout? = nil,
    diagnostics: [BuildDiagnostic] = [], tail: [String] = []
  ) async -> TestedWorkspace {
    let run = TestRun(
      side: request.side, package: package.folder, outcome: outcome, reason: reason, diagnostics: diagnostics,
      logTail: outcome == .noTests ? "" : Self.log(tail), toolchain: toolchain.version)
    return TestedWorkspace(
      run: run, stages: await clock.stages, layout: layout, artifacts: nil, listed: outcome == .noTests ? [] : nil)
  }

  /// Whether SwiftPM prints the line before the tests. The last of these lines is not always the last one read: some
  /// are written to the other stream, by the verbose compilation of the manifest.
  private static func isBeforeTests(_ line: String) -> Bool {
    line.hasSuffix("Planning build") || line.hasPrefix("Selected multilib: ")
      || (line.hasPrefix(" \"/") && line.contains("--eh-frame-hdr"))
  }

  /// The part of the output's end that a report keeps: lines, and characters of each.
  static let maximumLog = (lines: 40, characters: 300)

  static func log(_ lines: [String]) -> String {
    // Before its tests, `swift test` prints notes about tools and options that do not matter here.
    let start = lines.lastIndex(where: isBeforeTests).map { $0 + 1 } ?? 0
    return lines[start...].suffix(maximumLog.lines).map { String($0.prefix(maximumLog.characters)) }.joined(
      separator: "\n")
  }
}
