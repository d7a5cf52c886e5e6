// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import ReviewContract
import SystemPackage

/// The folders and the environment that the code under review gets, and where it runs.
struct Guest: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let environment: [String: String]
  let runner: any CommandRunner
  /// What is read of the results once the code under review had its folder: through no link that it left.
  let directory: ContainedDirectory
  /// For our own work on what the tests left. The code under review never sees it.
  let scratch: FilePath
  /// How many compilers and tests run at once; `nil` means as many as there are processors.
  let jobs: Int?
  private let gitConfiguration: String

  /// The folders that are the home and the temporary one of the code under review.
  private static let own = ["home", "tmp"]
  /// The folder in ``directory`` where `swift test` puts its results files.
  static let results = "results"

  init(
    _ request: TestRequest, environment: [String: String], gitConfiguration: String, toolchain: Toolchain,
    sandbox: any Sandbox, jobs: Int? = nil
  ) throws {
    self.jobs = jobs
    self.gitConfiguration = gitConfiguration
    runner = sandbox.runner(showing: [
      SharedFolder(toolchain.root, as: toolchain.root),
      SharedFolder(request.repositoryRoot, as: CheckoutNames.source, isWritable: true),
      SharedFolder(request.results, as: CheckoutNames.run, isWritable: true),
    ])
    directory = ContainedDirectory(making: request.results)
    scratch = FilePath(request.results.string + ".coverage")
    do {
      for name in Self.own + [Self.results] { try directory.makeDirectory(name) }
      try directory.write(gitConfiguration.utf8, to: Self.configuration)
    } catch {
      throw Failure(description: "the directories of the run cannot be made in \(request.results): \(error)")
    }
    // Where that fails, writing into it says so.
    _ = ContainedDirectory(making: scratch)
    // In the build folder, so that who keeps the one keeps the other: SwiftPM's own caches are there.
    let caches = runner.inside(request.package).appending(PackageDirectory.build).appending("caches")
    self.environment = GuestEnvironment.make(
      from: environment, home: runner.inside(directory.path.appending("home")),
      temporary: runner.inside(directory.path.appending("tmp")), caches: caches,
      programs: sandbox.hidesMachine ? [toolchain.swift.removingLastComponent(), toolchain.tools] : nil)
  }

  private static let configuration = "\(own[0])/.gitconfig"

  /// Makes the home and the temporary folder empty again: what tests left there is not for those that run after them.
  func renew() throws {
    do {
      for name in Self.own {
        try directory.remove(name)
        try directory.makeDirectory(name)
      }
      try directory.write(gitConfiguration.utf8, to: Self.configuration)
    } catch {
      throw Failure(description: "what the tests left in their home cannot be removed: \(error)")
    }
  }

  /// Removes what was put in the place of results before, by the build say: it is no result of the tests. A link is removed itself.
  func emptyResults() throws {
    do {
      try directory.remove(Self.results)
      try directory.makeDirectory(Self.results)
    } catch {
      throw Failure(description: "the results of an earlier run cannot be removed: \(error)")
    }
  }

  /// Where the results file of this name is for a command.
  func insideResult(_ name: String) -> FilePath {
    runner.inside(directory.path).appending(Self.results).appending(name)
  }
}
