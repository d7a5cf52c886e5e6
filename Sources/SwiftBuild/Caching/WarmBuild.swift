// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import Foundation
import Isolation
import ReviewContract
import SystemPackage

/// Provides a checkout of the head with the build of its base, building the base first when none is kept.
struct WarmBuild: Sendable {
  let request: TestRequest
  let start: WarmStart
  /// Whether the base is not built if there is no kept build.
  var onlyKept = false
  let toolchain: Toolchain
  /// The folders for the base's build.
  let baseContext: SandboxedContext
  /// Is given the manifest of the build that the head starts from.
  let manifests: KnownManifests
  let progress: ProgressHandler

  /// With more changed files since the kept build, the base is built again, so that not every review builds them.
  static let manyFiles = 20

  struct Outcome: Sendable {
    var stages: [Stage] = []
    /// The tests of the base; `nil` if they are not known.
    var tests: ListedTests?
    /// Whether the checkout has the build of the base.
    var isLaid = false
  }

  /// A base that does not build is not a failure of the review.
  func prepare() async -> Outcome {
    let clock = StageClock(progress: progress)
    let cache = BuildCache(in: start.builds, leaving: start.leftovers, settings: settings)
    var outcome = Outcome()
    do {
      let isKept = cache.current().map { changedFiles(since: $0) <= Self.manyFiles } ?? false
      let isBuilt = if isKept || onlyKept { isKept } else { try await buildBase(clock, cache) }
      if isBuilt {
        outcome.tests = try await layUnderHead(cache, clock)
        outcome.isLaid = true
      }
    } catch {
      await clock.skip("reuse the base build", because: "\(error)")
    }
    outcome.stages = await clock.stages
    return outcome
  }

  private var package: PackageDirectory { PackageDirectory(request.package, in: request.repositoryRoot) }

  private var basePath: FilePath { start.baseRoot.pushing(FilePath(package.folder)) }

  private var basePackage: PackageDirectory { PackageDirectory(basePath, in: start.baseRoot) }

  private var settings: [String] {
    [toolchain.version, package.folder, "\(baseContext.inside(start.baseRoot))", resolvedVersions]
      + request.arguments
      // Arguments contain no spaces.
      + request.environment.map { "variable \($0.key)=\($0.value)" }.sorted()
      + (request.setup?.commands ?? []).map { "setup \($0)" }
  }

  /// The base's `Package.resolved`; empty when it is missing or unreadable.
  private var resolvedVersions: String {
    let text = try? basePackage.directory.text(at: KeptBuild.resolutionName, limit: KeptBuild.largestResolution)
    return text ?? ""
  }

  private func changedFiles(since kept: KeptBuild) -> Int {
    guard kept.label.base != start.base else { return 0 }
    let now = Dictionary(
      uniqueKeysWithValues: SourceManifest(of: basePackage.checkout).files.map { ($0.path, $0.digest) })
    let then = Dictionary(uniqueKeysWithValues: kept.label.sources.files.map { ($0.path, $0.digest) })
    return Set(now.keys).union(then.keys).count { now[$0] != then[$0] }
  }

  private func layUnderHead(_ cache: BuildCache, _ clock: StageClock) async throws -> ListedTests? {
    let use = try await cache.lock()
    // Another run may have kept a newer one; it serves as well.
    guard let kept = cache.current() else { throw CacheFailure("the cached build was removed") }
    let detail = "starts from the build of \(kept.label.base.short)"
    let describe = { @Sendable (count: Int) in
      (Stage.Status.done, String?.some("\(detail), \(count) of its files are unchanged"))
    }
    _ = try await clock.run("reuse the base build", describe: describe) {
      // It brings its dependencies.
      if onlyKept { try package.checkout.remove(package.path(PackageDirectory.build)) }
      return try await kept.lay(under: package)
    }
    _ = consume use
    if let answer = kept.description.flatMap({ ManifestAnswer($0) }) {
      // The committed file of the base is part of the build's key.
      let resolution = baseContext.resolution.inCheckout ?? (kept.label.hasResolution ? kept.resolution : nil)
      manifests[package.folder] = KnownManifests.Known(answer: answer, resolution: resolution)
    }
    guard let tests = kept.label.tests else { return nil }
    // A build of an earlier commit has tests that were removed from the base since.
    let current = kept.label.base == start.base ? tests : TestNames(in: basePackage.checkout).those(in: tests)
    return ListedTests(commit: kept.label.base, tests: current)
  }

  /// Builds the base, starting from the kept build if there is one.
  ///
  /// - Returns: whether there is a build to start from.
  private func buildBase(_ clock: StageClock, _ cache: BuildCache) async throws -> Bool {
    if cache.current() != nil {
      let use = try await cache.lock()
      _ = try await cache.current()?.lay(under: basePackage)
      _ = consume use
    }
    let built = try await clock.run(
      "base build",
      describe: { (result: Built) in
        // Defects of the base are not caused by the pull request.
        result.isSuccess ? (.done, nil) : (.skipped, "the base does not build on its own")
      }
    ) { try await build() }
    guard let layout = built.layout, built.isSuccess else { return false }
    // The base's own tests may prevent listing them. The build is usable without the list. SwiftPM lists them, because it
    // keeps the manifests that it compiles for tests: dozens with the dependencies.
    let lister = TestLister(toolchain: toolchain, context: baseContext, arguments: request.arguments)
    let tests =
      layout.declaresTests ? try? await lister.list(basePath, layout, programs: [], limit: request.buildLimit) : []
    try cache.leave(
      basePackage, base: start.base, resolution: baseContext.resolution.resolved, tests: tests, manifest: built.manifest
    )
    return true
  }

  private struct Built: Sendable {
    let isSuccess: Bool
    let layout: PackageLayout?
    var manifest: ManifestAnswer?
  }

  private func build() async throws -> Built {
    if let setup = request.setup {
      do {
        try await SetupRun(plan: setup, context: baseContext, root: start.baseRoot, progress: progress).perform()
      } catch is StageFailure {
        return Built(isSuccess: false, layout: nil)
      }
    }
    let package = PackageDescriber(toolchain: toolchain, context: baseContext, timeLimit: request.buildLimit)
    let described = try await package.describe(basePath, from: start.baseRoot)
    let inputs = ManifestInputs(
      package: basePackage, toolchain: toolchain, context: baseContext, variables: request.environment)
    let manifest = inputs.key().map { ManifestAnswer(key: $0, description: described.text) }
    if described.dependsOnOthers {
      try await package.resolve(basePath, progress: progress)
    }
    let tests = described.layout.declaresTests ? ["--build-tests", "--enable-code-coverage"] : []
    let result = try await baseContext.run(
      toolchain.swift, ["build"] + tests + baseContext.jobArguments + request.arguments, at: basePath, in: .build,
      limits: ChildLimits(time: request.buildLimit)
    ) { progress(.output(line: $0.text)) }
    return Built(isSuccess: result.isSuccess, layout: described.layout, manifest: manifest)
  }
}
