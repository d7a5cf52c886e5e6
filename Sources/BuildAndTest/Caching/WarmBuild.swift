// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import Foundation
import ReviewCore
import SystemPackage

/// Gives a checkout of the head the build of its base to start from, building the base first when none is kept.
struct WarmBuild: Sendable {
  let request: TestRequest
  let start: WarmStart
  let toolchain: Toolchain
  /// The folders that the base's build gets.
  let baseGuest: Guest
  let progress: ProgressHandler

  /// Above this many changed files since the kept build, the base is built again, so that not every review builds them.
  static let manyFiles = 20

  /// - Returns: the stages; a base that cannot be built is no failure of the review.
  func prepare() async -> [Stage] {
    let clock = StageClock(progress: progress)
    let cache = BuildCache(in: start.builds, leaving: start.left, settings: settings)
    do {
      if let kept = cache.current(), changedFiles(since: kept) <= Self.manyFiles {
        try await layUnderHead(cache, clock)
      } else if try await buildBase(clock, cache) {
        try await layUnderHead(cache, clock)
      }
    } catch {
      await clock.skip("warm", because: "\(error)")
    }
    return await clock.stages
  }

  private var package: PackageDirectory { PackageDirectory(request.package, in: request.repositoryRoot) }

  private var basePath: FilePath { start.baseRoot.pushing(FilePath(package.folder)) }

  private var basePackage: PackageDirectory { PackageDirectory(basePath, in: start.baseRoot) }

  private var settings: [String] {
    [toolchain.version, package.folder, "\(baseGuest.runner.inside(start.baseRoot))", resolvedVersions]
      + request.arguments
  }

  /// What the base says its dependencies are; empty when it leaves that to SwiftPM.
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

  private func layUnderHead(_ cache: BuildCache, _ clock: StageClock) async throws {
    let use = try await cache.lock()
    // Another run may have kept a newer one meanwhile; it is as good.
    guard let kept = cache.current() else { throw CacheFailure("the kept build is gone") }
    let words = "starts from the build of \(kept.label.base.short)"
    _ = try await clock.run("warm", describe: { (.done, "\(words), \($0) of its files are the same") }) {
      try await kept.lay(under: package)
    }
    _ = consume use
  }

  /// Builds the base, from the kept build where there is one.
  ///
  /// - Returns: whether there is a build to start from now.
  private func buildBase(_ clock: StageClock, _ cache: BuildCache) async throws -> Bool {
    if cache.current() != nil {
      let use = try await cache.lock()
      _ = try await cache.current()?.lay(under: basePackage)
      _ = consume use
    }
    let built = try await clock.run(
      "base build",
      describe: { (result: ChildResult) in
        // What is wrong with the base is not the pull request's matter.
        result.isSuccess ? (.done, nil) : (.skipped, "the base does not build by itself")
      }
    ) { try await build() }
    guard built.isSuccess else { return false }
    try cache.leave(basePackage, base: start.base)
    return true
  }

  private func build() async throws -> ChildResult {
    let describer = PackageDescriber(toolchain: toolchain, guest: baseGuest, timeLimit: request.buildLimit)
    let (layout, dependsOnOthers) = try await describer.describe(basePath, from: start.baseRoot)
    if dependsOnOthers {
      let resolver = DependencyResolver(toolchain: toolchain, guest: baseGuest, timeLimit: request.buildLimit)
      try await resolver.resolve(basePath, progress: progress)
    }
    let tests = layout.declaresTests ? ["--build-tests", "--enable-code-coverage"] : []
    let command = ChildCommand(
      toolchain.swift, ["build"] + tests + request.arguments, environment: baseGuest.environment,
      workingFolder: baseGuest.runner.inside(basePath))
    return try await baseGuest.runner.run(command, limits: ChildLimits(time: request.buildLimit), reach: .nothing) {
      progress(.output(line: $0.text))
    }
  }
}
