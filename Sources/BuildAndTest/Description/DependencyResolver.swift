// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import ReviewContract
import SystemPackage

/// Gets what a package depends on: the only step that may speak with anybody. Nothing after it needs a network.
struct DependencyResolver: Sendable {
  let toolchain: Toolchain
  let guest: Guest
  /// Getting the dependencies takes as long as their servers take.
  let timeLimit: Duration

  func resolve(
    _ package: FilePath, progress: @escaping ProgressHandler
  ) async throws(PackageDescriber.Failure) {
    let result: ChildResult
    do {
      let command = ChildCommand(
        toolchain.swift, ["package", "resolve"], environment: guest.environment,
        workingFolder: guest.runner.inside(package))
      result = try await guest.runner.run(command, limits: ChildLimits(time: timeLimit), reach: .dependencies) {
        progress(.output(line: $0.text))
      }
    } catch {
      throw PackageDescriber.Failure(reason: "\(error)", tail: [])
    }
    let failed = "the dependencies cannot be resolved (swift package resolve failed)"
    if let failure = PackageDescriber.Failure(result, of: "getting the dependencies", failed: failed) { throw failure }
  }
}
