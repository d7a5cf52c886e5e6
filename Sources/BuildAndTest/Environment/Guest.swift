// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import Foundation
import ReviewCore
import SystemPackage

/// The folders and the environment that the code under review gets, and where it runs.
struct Guest: Sendable {
  let environment: [String: String]
  let runner: any CommandRunner
  /// What is read of the results once the code under review had its folder: through no link that it left.
  let folder: ContainedFolder
  /// For our own work on what the tests left. The code under review never sees it.
  let scratch: FilePath

  /// The folder in ``folder`` where `swift test` puts its results files.
  static let results = "results"

  init(
    _ request: TestRequest, environment: [String: String], gitConfiguration: String, toolchain: Toolchain,
    sandbox: any Sandbox
  ) throws {
    runner = sandbox.runner(showing: [
      SharedFolder(toolchain.root, as: toolchain.root),
      SharedFolder(request.repositoryRoot, as: CheckoutNames.source, isWritable: true),
      SharedFolder(request.results, as: CheckoutNames.run, isWritable: true),
    ])
    folder = ContainedFolder(request.results)
    scratch = FilePath(request.results.string + ".coverage")
    let home = request.results.appending("home")
    let temporary = request.results.appending("tmp")
    for folder in [home, temporary, request.results.appending(Self.results), scratch] {
      try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
    }
    try Data(gitConfiguration.utf8).write(to: URL(fileURLWithPath: home.appending(".gitconfig").string))
    // In the build folder, so that who keeps the one keeps the other: SwiftPM's own caches are there.
    let caches = runner.inside(request.package).appending(".build").appending("caches")
    self.environment = GuestEnvironment.make(
      from: environment, home: runner.inside(home), temporary: runner.inside(temporary), caches: caches)
  }

  /// Where the results file of this name is for a command.
  func insideResult(_ name: String) -> FilePath {
    runner.inside(folder.root).appending(Self.results).appending(name)
  }
}
