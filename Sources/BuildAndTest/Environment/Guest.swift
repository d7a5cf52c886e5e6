// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore
import SystemPackage

/// The folders and the environment that the code under review gets.
struct Guest: Sendable {
  let environment: [String: String]
  /// Where `swift test` puts its results files.
  let results: FilePath
  /// For our own work on what the tests left.
  let scratch: FilePath

  init(_ request: TestRequest, environment: [String: String], gitConfiguration: String) throws {
    let home = request.results.appending("home")
    let temporary = request.results.appending("tmp")
    results = request.results.appending("xunit")
    scratch = request.results.appending("coverage")
    for folder in [home, temporary, results, scratch] {
      try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
    }
    try Data(gitConfiguration.utf8).write(to: URL(fileURLWithPath: home.appending(".gitconfig").string))
    self.environment = GuestEnvironment.make(from: environment, home: home, temporary: temporary)
  }
}
