// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
import Isolation
import Linting
import ReviewContract
import ReviewHost
import SwiftBuild
import SystemPackage

extension LinterDirectories {
  /// Creates places in the sandbox that a review would use, or without a sandbox if that is allowed.
  ///
  /// - Parameter home: the program's folders; `nil` if there are none.
  init(_ home: HomeDirectory?, environment variables: [String: String]) {
    self.init { (isAllowed) async throws(Obstacle) -> Opened in
      guard let home else { throw Obstacle("there is no folder for the linters' files; set REVIEWBOT_HOME") }
      let folder = FilePath(FileManager.default.currentDirectoryPath)
      let environment = await ToolchainSelection.environment(selecting: variables, in: folder)
      do {
        let run = try RunDirectory(in: home.runs)
        do {
          let sandbox =
            isAllowed ? Unsandboxed() : try await Self.sandbox(home.of(run), environment, in: run.path)
          let place = LinterPlace(
            sandbox: sandbox, environment: environment, folder: run.path.appending("linters"))
          return Opened(place: place) { run.remove() }
        } catch {
          run.remove()
          throw error
        }
      } catch let obstacle as Obstacle {
        throw obstacle
      } catch {
        throw Obstacle("\(String(systemError: error)); --allow-linters runs them without a sandbox")
      }
    }
  }

  private static func sandbox(
    _ home: HomeDirectory, _ environment: [String: String], in run: FilePath
  ) async throws -> any Sandbox {
    let decision = try await SandboxDecision.make(
      .auto, image: nil, runtime: nil, ids: nil, groups: .off, home: home, environment: environment)
    guard decision.level != .none else {
      let obstacles = SandboxDecision.description(decision.obstacles)
      throw Obstacle("there is no sandbox (\(obstacles)); --allow-linters runs the linters without a sandbox")
    }
    var settings = decision.settings
    settings.limits.resources.folders = [run]
    let scratch = run.appending("sandbox")
    try FileManager.default.createDirectory(atPath: scratch.string, withIntermediateDirectories: true)
    return try settings.sandbox(scratch: scratch)
  }
}
