// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ContainedFiles
import Findings
import Foundation
package import Isolation
package import ReviewContract
import SystemPackage

/// The components that build, test and inspect the package of a pull request.
package struct SwiftBuildAssembly: Sendable {
  package var runner: any TestRunner { runnerOfPackages }
  package let inspector: PackageInspector
  let runnerOfPackages: SwiftPackageTestRunner

  /// - Parameters:
  ///   - environment: this process's environment, of which the code under review gets the allowed variables.
  ///   - gitConfiguration: the text of a git configuration with which the code under review finds its dependencies.
  ///   - sandbox: the sandbox of the code under review.
  ///   - jobs: the number of parallel compilers and tests; `nil` for the number of processors.
  ///   - toolchain: what the toolchain on the environment's `PATH` printed before; `nil` to ask it.
  package init(
    environment: [String: String], gitConfiguration: String, sandbox: any Sandbox = Unsandboxed(), jobs: Int? = nil,
    toolchain: ToolchainAnswers? = nil
  ) {
    runnerOfPackages = SwiftPackageTestRunner(
      environment: environment, gitConfiguration: gitConfiguration, sandbox: sandbox, jobs: jobs,
      toolchains: ToolchainSearch(answers: toolchain))
    inspector = PackageInspector(
      environment: environment, gitConfiguration: gitConfiguration, sandbox: sandbox)
  }
}

/// Builds a Swift package with coverage and runs its tests.
struct SwiftPackageTestRunner: TestRunner {
  /// This process's environment, of which the code under review gets the allowed variables.
  let environment: [String: String]
  /// Git's `url.….insteadOf` lines for the code under review's own git.
  let gitConfiguration: String
  /// The sandbox of the code under review.
  let sandbox: any Sandbox
  /// The number of parallel compilers and tests; `nil` for the number of processors.
  var jobs: Int?
  var toolchains = ToolchainSearch(answers: nil)
  /// The builds of the head, from which those of the merge start.
  private let builds = SealedBuilds()
  private let manifests = KnownManifests()

  /// - Parameter isWarm: whether the build of the base was used instead.
  private static func otherBuild(isWarm: Bool) -> String {
    "the merge was built from \(isWarm ? "the build of its base" : "the beginning"): the build folder changed while the "
      + "tests of the head ran"
  }

  func test(_ request: TestRequest, progress: @escaping ProgressHandler) async -> TestedWorkspace {
    let clock = StageClock(progress: progress)
    do {
      let toolchain = try await findToolchain(request, clock)
      let context = try context(of: request, toolchain)
      try request.sources?.keep()
      let isSpoilt = try prepareBuildFolder(request)
      let run = PackageRun(
        request: request, context: context, toolchain: toolchain, manifests: manifests, progress: progress)
      do {
        try await setUp(request, context, clock, progress)
      } catch let failure as StageFailure {
        return await run.ended(clock, failure.outcome, failure.reason, tail: failure.tail)
      }
      let start = request.warmStart ?? (isSpoilt ? request.otherStart : nil)
      let warm = try await warm(request, start, onlyKept: isSpoilt, toolchain, progress)
      // The build of the base was laid below the checkout, with the times of its files.
      if start != nil { try request.sources?.acceptOthers() }
      var tested = await run.perform(keeping: builds)
      tested.stages = await clock.stages + warm.stages + tested.stages
      tested.listedOnBase = warm.tests
      return tested.adding(notes: isSpoilt ? [Self.otherBuild(isWarm: warm.isLaid)] : [])
    } catch {
      return TestedWorkspace(
        run: TestRun(side: request.side, outcome: .couldNotRun, reason: "\(error)"), stages: await clock.stages,
        layout: nil,
        artifacts: nil)
    }
  }

  private func context(of request: TestRequest, _ toolchain: Toolchain) throws -> SandboxedContext {
    try SandboxedContext(
      request, environment: environment, gitConfiguration: gitConfiguration, toolchain: toolchain, sandbox: sandbox,
      jobs: jobs)
  }

  /// Returns what the commands of a package run in, and the toolchain, which is searched for once.
  func context(of request: TestRequest) async throws -> (SandboxedContext, Toolchain) {
    let toolchain = try await findToolchain(request, StageClock { _ in })
    return (try context(of: request, toolchain), toolchain)
  }

  /// Makes the build folder what the build of the head left. Before the first build there is none: the tests of another
  /// package could write to it.
  ///
  /// - Returns: whether the products of the head's build cannot be used.
  private func prepareBuildFolder(_ request: TestRequest) throws -> Bool {
    if let build = builds.take(request.package) { return try !build.restore() }
    // A working tree has a build of its own.
    guard request.sources != nil else { return false }
    let package = PackageDirectory(request.package, in: request.repositoryRoot)
    try package.checkout.remove(package.path(PackageDirectory.build))
    return false
  }

  private func findToolchain(_ request: TestRequest, _ clock: StageClock) async throws -> Toolchain {
    if let toolchain = await toolchains.known { return toolchain }
    return try await clock.run("toolchain") {
      try await toolchains.toolchain(
        environment: SandboxedEnvironment.inherited(from: environment),
        temporary: FilePath(request.results.string + ".toolchain"))
    }
  }

  private func setUp(
    _ request: TestRequest, _ context: SandboxedContext, _ clock: StageClock, _ progress: @escaping ProgressHandler
  ) async throws {
    guard let plan = request.setup else { return }
    let setup = SetupRun(plan: plan, context: context, root: request.repositoryRoot, progress: progress)
    try await clock.run(SetupRun.stage) {
      try await setup.perform()
      try CheckoutCheck(request, context).verifySetup()
    }
  }

  /// Lays the base's build under the checkout, if there is one to start from.
  ///
  /// - Parameter onlyKept: whether the base is not built if there is no kept build.
  private func warm(
    _ request: TestRequest, _ start: WarmStart?, onlyKept: Bool, _ toolchain: Toolchain,
    _ progress: @escaping ProgressHandler
  ) async throws -> WarmBuild.Outcome {
    guard let start else { return WarmBuild.Outcome() }
    let base = try context(of: request.forBase(start), toolchain)
    return await WarmBuild(
      request: request, start: start, onlyKept: onlyKept, toolchain: toolchain, baseContext: base,
      manifests: manifests, progress: progress
    ).prepare()
  }
}

extension TestRequest {
  /// Returns the same request for a checkout of the base, with separate folders.
  fileprivate func forBase(_ start: WarmStart) -> TestRequest {
    let folder = String(relativePath: package.string, from: repositoryRoot.string) ?? ""
    return TestRequest(
      side: side, package: start.baseRoot.pushing(FilePath(folder)), repositoryRoot: start.baseRoot,
      results: FilePath(results.string + ".base"), arguments: arguments, buildLimit: buildLimit, testLimit: testLimit,
      environment: environment, setup: setup)
  }
}
