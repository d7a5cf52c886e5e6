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
  /// Where `swift test` puts its results files.
  let results: FilePath
  /// For our own work on what the tests left.
  let scratch: FilePath

  init(
    _ request: TestRequest, environment: [String: String], gitConfiguration: String, runner: any CommandRunner
  ) throws {
    self.runner = runner
    let home = request.results.appending("home")
    let temporary = request.results.appending("tmp")
    results = request.results.appending("xunit")
    scratch = request.results.appending("coverage")
    for folder in [home, temporary, results, scratch] {
      try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
    }
    try Data(gitConfiguration.utf8).write(to: URL(fileURLWithPath: home.appending(".gitconfig").string))
    self.environment = GuestEnvironment.make(
      from: environment, home: runner.inside(home), temporary: runner.inside(temporary))
  }
}
