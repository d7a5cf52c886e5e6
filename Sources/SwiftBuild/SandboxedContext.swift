// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ContainedFiles
import Isolation
import ReviewContract
import SystemPackage

/// The folders, the environment and the sandboxes of the code under review.
struct SandboxedContext: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var environment: [String: String]
  /// `Package.resolved` of the package, as the resolution of the dependencies left it.
  let resolution: ResolutionFile
  /// What the stages of the package show.
  private let shown: PackageMounts
  private let sandbox: any Sandbox
  /// The results folder, read without following links after the code under review had access to it.
  let directory: ContainedDirectory
  /// The folder for our own processing of the tests' output. The code under review never sees it.
  let scratch: FilePath
  /// The number of parallel compilers and tests; `nil` for the number of processors.
  let jobs: Int?
  private let gitConfiguration: String
  /// Watches the commands of the tests; `nil` if nothing has to be known about them.
  private var watch: DifferenceWatch?

  /// The home and the temporary folder of the code under review.
  private static let homeFolders = ["home", temporary]
  static let temporary = "tmp"
  /// The folder in ``directory`` where `swift test` puts its results files.
  static let results = "results"
  /// The folder in ``directory`` for the commits of the dependencies, which are read while the package is built.
  static let trees = "trees"
  /// The folder in ``directory`` where programs that are built with coverage put their profiles.
  private static let profiles = "profiles"
  /// Processes of one program share a few files and merge their counters when they end: a file for each of hundreds of
  /// processes takes longer to merge afterwards than the tests. Several files, because a process that is killed while
  /// it writes damages one. Source: https://clang.llvm.org/docs/SourceBasedCodeCoverage.html
  private static let profileNames = "%4m.profraw"

  init(
    _ request: TestRequest, environment: [String: String], gitConfiguration: String, toolchain: Toolchain,
    sandbox: any Sandbox, jobs: Int? = nil
  ) throws {
    self.jobs = jobs
    self.gitConfiguration = gitConfiguration
    self.sandbox = sandbox
    directory = ContainedDirectory(making: request.results)
    let package = PackageDirectory(request.package, in: request.repositoryRoot)
    resolution = ResolutionFile(package: package, copy: request.resolution, isCopied: sandbox.hidesMachine)
    shown = PackageMounts(request: request, toolchain: toolchain.root, package: package, resolution: resolution)
    scratch = FilePath(request.results.string + ".coverage")
    do {
      for name in Self.homeFolders + [Self.results, Self.profiles] { try directory.makeDirectory(name) }
      try directory.write(gitConfiguration.utf8, to: Self.configuration)
    } catch {
      throw Failure(description: "cannot create the directories of the run in \(request.results): \(error)")
    }
    // If that fails, writing into it fails as well.
    _ = ContainedDirectory(making: scratch)
    let runner = sandbox.runner(showing: shown.directories(.test))
    // In the build folder, so that both are kept together: SwiftPM's own caches are there.
    let caches = runner.inside(request.package).appending(PackageDirectory.build).appending("caches")
    self.environment = SandboxedEnvironment.variables(
      from: environment, home: runner.inside(directory.path.appending("home")),
      temporary: runner.inside(directory.path.appending(Self.temporary)), caches: caches,
      profiles: runner.inside(directory.path.appending(Self.profiles)).appending(Self.profileNames),
      programs: sandbox.hidesMachine ? [toolchain.swift.parent, toolchain.tools] : nil
    ).merging(request.environment) { $1 }
  }

  /// Returns the same context with further variables of its commands.
  func adding(_ variables: [String: String]) -> SandboxedContext {
    var context = self
    context.environment.merge(variables) { $1 }
    return context
  }

  /// Returns the same context, with commands of the tests that are watched.
  func watched(by watch: DifferenceWatch?) -> SandboxedContext {
    var context = self
    context.watch = watch
    return context
  }

  /// The arguments of `swift build` for the number of compilers.
  var jobArguments: [String] { jobs.map { ["--jobs", "\($0)"] } ?? [] }

  private static let configuration = "\(homeFolders[0])/.gitconfig"

  /// Whether the code under review sees only what a stage shows, and can write only what the stage permits.
  var isSandboxed: Bool { sandbox.hidesMachine }

  /// Returns the path of a file or folder of the host in the place where the commands run.
  func inside(_ path: FilePath) -> FilePath { sandbox.runner(showing: shown.directories(.test)).inside(path) }

  /// Runs a command of a stage in a folder of the host.
  ///
  /// - Parameter other: the stage whose variables the command has; `nil` for its own.
  func run(
    _ program: FilePath, _ arguments: [String], at folder: FilePath, in stage: PackageStage, limits: ChildLimits,
    variablesOf other: PackageStage? = nil, consume: @escaping @Sendable (OutputLine) -> Void
  ) async throws -> ChildResult {
    var environment = environment
    // As while the dependencies are resolved, because SwiftPM compiles all manifests again when a variable differs. A
    // test could send the requests to its own server to that proxy.
    if sandbox.hidesMachine, (other ?? stage).readsManifests { environment.merge(Forwarder.environment()) { $1 } }
    let command = ChildCommand(program, arguments, environment: environment, workingDirectory: inside(folder))
    if sandbox.hidesMachine { try shown.prepare(stage) }
    if stage == .test { watch?.commandBegins() }
    defer { if stage == .test { watch?.commandEnded() } }
    return try await sandbox.runner(showing: shown.directories(stage)).run(
      command, limits: limits, reach: stage == .resolve ? .dependencies : .nothing, consume: consume)
  }

  /// Empties the home and the temporary folder, so that later tests do not see the files of earlier ones.
  func renew() throws {
    do {
      try empty(Self.homeFolders)
      try directory.write(gitConfiguration.utf8, to: Self.configuration)
    } catch {
      throw Failure(description: "cannot remove files of the tests from their home: \(error)")
    }
  }

  /// Empties the folders of results and profiles, for example of files that the build wrote. A link itself is removed,
  /// not its target.
  func emptyResults() throws {
    do {
      try empty([Self.results, Self.profiles])
    } catch {
      throw Failure(description: "cannot remove the results of an earlier run: \(error)")
    }
  }

  /// The path of ``trees`` inside the sandbox.
  var insideTrees: FilePath { inside(directory.path).appending(Self.trees) }

  /// Creates the empty folder ``trees``.
  func emptyTrees() throws {
    do {
      try empty([Self.trees])
    } catch {
      throw Failure(description: "cannot create a folder for the commits of the dependencies: \(error)")
    }
  }

  private func empty(_ folders: [String]) throws {
    for name in folders {
      try directory.remove(name)
      try directory.makeDirectory(name)
    }
  }

  /// Moves the profiles of a test run out of reach of the code under review.
  ///
  /// - Parameter run: a name that no other test run has.
  /// - Returns: none if there are no profiles, or they cannot be moved.
  func collectProfiles(_ run: String) -> [FilePath] {
    let (target, name) = (ContainedDirectory(scratch), "\(Self.profiles)-\(run)")
    // Without profiles, there is no coverage, which is reported.
    guard (try? directory.move(Self.profiles, to: target, as: name)) != nil else { return [] }
    try? directory.makeDirectory(Self.profiles)
    return (try? target.subdirectory(name))?.files(suffix: ".profraw") ?? []
  }

  /// The path of the folder of results files inside the sandbox.
  var insideResults: FilePath { inside(directory.path).appending(Self.results) }

  /// Returns the path of a results file inside the sandbox.
  func insideResult(_ name: String) -> FilePath {
    insideResults.appending(name)
  }
}
