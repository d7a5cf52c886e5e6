// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Isolation
import ReviewContract
import SystemPackage

/// The result of one run of `swift build`.
struct BuildExecution: Sendable {
  let result: ChildResult
  let diagnostics: [BuildDiagnostic]

  var isTimedOut: Bool {
    if case .timedOut = result.ending { true } else { false }
  }

  var outcome: TestRun.Outcome {
    if isTimedOut { return .timedOut }
    return result.ending.shortage == nil ? .buildFailed : .couldNotRun
  }

  var reason: String {
    switch result.ending {
    case .exited(0): ""
    case .exited(let status):
      if let error = diagnostics.first(where: { $0.severity == .error }) {
        "the build failed: \(error.path):\(error.line): \(error.message)"
      } else {
        "the build failed with status \(status)"
      }
    case .signalled(let signal): "the build was ended by signal \(signal)"
    case .timedOut(let limit): "the build took longer than \(String(duration: limit))"
    case .tooMuchOutput, .tooManyTasks, .tooMuchMemory, .tooMuchDisk, .tooManyFiles:
      "the build \(result.ending.excess ?? "")"
    case .diskFull: "the build was ended, because \(result.ending.shortage ?? "")"
    case .cancelled: "the build was cancelled"
    }
  }

  var stage: (Stage.Status, String?) {
    result.isSuccess ? (.done, nil) : (.failed, reason)
  }
}

/// A package in a checkout, with SwiftPM's output in it.
///
/// Every path is resolved from the open checkout each time, because the package's own code can replace any directory
/// with a link: SwiftPM's `.build/debug` is one itself, and is followed as long as it stays in the checkout.
struct PackageDirectory: Sendable {
  /// The name of SwiftPM's build directory.
  static let build = SourceManifest.buildDirectory

  let checkout: ContainedDirectory
  /// Relative to the checkout's root; empty for the root itself.
  let folder: String

  /// - Parameters:
  ///   - package: the folder with `Package.swift`, in the root.
  ///   - root: the root of the checkout; untrusted code must not be able to replace it.
  init(_ package: FilePath, in root: FilePath) {
    checkout = ContainedDirectory(root)
    folder = String(relativePath: package.string, from: root.string) ?? ""
  }

  /// The folder with `Package.swift`, opened at each access.
  var directory: ContainedDirectory {
    get throws(ContainedDirectory.Failure) { try checkout.subdirectory(folder, links: .followedBelow) }
  }

  /// The directory of the build products, opened at each access.
  var products: ContainedDirectory {
    get throws(ContainedDirectory.Failure) {
      try checkout.subdirectory(folder.isEmpty ? Self.products : "\(folder)/\(Self.products)", links: .followedBelow)
    }
  }

  private static let products = "\(build)/debug"

  /// The test bundles, which contain the tests and the code under test.
  var testPrograms: [FilePath] {
    // A missing folder has no files: the build failed earlier.
    guard let products = try? products else { return [] }
    return products.files(suffix: ".xctest")
  }
}

extension ContainedDirectory {
  /// The regular files whose names end with a suffix; none if the directory cannot be listed.
  fileprivate func files(suffix: String) -> [FilePath] {
    let entries = (try? entries(of: "")) ?? []
    return entries.filter { $0.status.kind == .file && $0.name.hasSuffix(suffix) }.map { path.appending($0.name) }
  }
}

/// The folders, the environment and the runner of the code under review.
struct SandboxedContext: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let environment: [String: String]
  let runner: any CommandRunner
  /// The results folder, read without following links after the code under review had access to it.
  let directory: ContainedDirectory
  /// The folder for our own processing of the tests' output. The code under review never sees it.
  let scratch: FilePath
  /// The number of parallel compilers and tests; `nil` for the number of processors.
  let jobs: Int?
  private let gitConfiguration: String

  /// The home and the temporary folder of the code under review.
  private static let own = ["home", "tmp"]
  /// The folder in ``directory`` where `swift test` puts its results files.
  static let results = "results"
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
    runner = sandbox.runner(showing: [
      SharedDirectory(toolchain.root, as: toolchain.root),
      SharedDirectory(request.repositoryRoot, as: CheckoutNames.source, isWritable: true),
      SharedDirectory(request.results, as: CheckoutNames.run, isWritable: true),
    ])
    directory = ContainedDirectory(making: request.results)
    scratch = FilePath(request.results.string + ".coverage")
    do {
      for name in Self.own + [Self.results, Self.profiles] { try directory.makeDirectory(name) }
      try directory.write(gitConfiguration.utf8, to: Self.configuration)
    } catch {
      throw Failure(description: "cannot create the directories of the run in \(request.results): \(error)")
    }
    // If that fails, writing into it fails as well.
    _ = ContainedDirectory(making: scratch)
    // In the build folder, so that both are kept together: SwiftPM's own caches are there.
    let caches = runner.inside(request.package).appending(PackageDirectory.build).appending("caches")
    self.environment = SandboxedEnvironment.variables(
      from: environment, home: runner.inside(directory.path.appending("home")),
      temporary: runner.inside(directory.path.appending("tmp")), caches: caches,
      profiles: runner.inside(directory.path.appending(Self.profiles)).appending(Self.profileNames),
      programs: sandbox.hidesMachine ? [toolchain.swift.parent, toolchain.tools] : nil
    ).merging(request.environment) { $1 }
  }

  private static let configuration = "\(own[0])/.gitconfig"

  /// Empties the home and the temporary folder, so that later tests do not see the files of earlier ones.
  func renew() throws {
    do {
      for name in Self.own {
        try directory.remove(name)
        try directory.makeDirectory(name)
      }
      try directory.write(gitConfiguration.utf8, to: Self.configuration)
    } catch {
      throw Failure(description: "cannot remove files of the tests from their home: \(error)")
    }
  }

  /// Empties the folders of results and profiles, for example of files that the build wrote. A link itself is removed,
  /// not its target.
  func emptyResults() throws {
    do {
      for name in [Self.results, Self.profiles] {
        try directory.remove(name)
        try directory.makeDirectory(name)
      }
    } catch {
      throw Failure(description: "cannot remove the results of an earlier run: \(error)")
    }
  }

  /// Moves the profiles of a test run out of reach of the code under review.
  ///
  /// - Returns: none if there are no profiles, or they cannot be moved.
  func collectProfiles(_ number: Int) -> [FilePath] {
    let (target, name) = (ContainedDirectory(scratch), "\(Self.profiles)-\(number)")
    // Without profiles, there is no coverage, which is reported.
    guard (try? directory.move(Self.profiles, to: target, as: name)) != nil else { return [] }
    try? directory.makeDirectory(Self.profiles)
    return (try? target.subdirectory(name))?.files(suffix: ".profraw") ?? []
  }

  /// Returns the path of a results file inside the sandbox.
  func insideResult(_ name: String) -> FilePath {
    runner.inside(directory.path).appending(Self.results).appending(name)
  }
}
