// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
import Isolation
import ReviewContract
import ReviewHost
import SystemPackage

/// The sandbox of a command on a working tree.
enum LocalSandbox {
  /// Finds the sandbox that a review would use.
  ///
  /// - Parameters:
  ///   - work: what it is for, as in `--allow-linters runs WORK without a sandbox`.
  ///   - run: the folder of the run.
  /// - Throws: ``MissingSandbox`` if there is none, or an error if it cannot be prepared.
  static func make(
    for work: String, unless option: String, _ home: HomeDirectory, _ environment: [String: String], in run: FilePath
  ) async throws -> any Sandbox {
    let decision = try await SandboxDecision.make(
      .auto, image: nil, runtime: nil, ids: nil, groups: .off, home: home, environment: environment)
    guard decision.level != .none else {
      let obstacles = SandboxDecision.description(decision.obstacles)
      throw MissingSandbox(
        description: "there is no sandbox (\(obstacles)); \(option) runs \(work) without a sandbox")
    }
    var settings = decision.settings
    settings.limits.resources.folders = [run]
    let scratch = run.appending("sandbox")
    try FileManager.default.createDirectory(atPath: scratch.string, withIntermediateDirectories: true)
    return try settings.sandbox(scratch: scratch)
  }
}

struct MissingSandbox: Error, CustomStringConvertible {
  let description: String
}
