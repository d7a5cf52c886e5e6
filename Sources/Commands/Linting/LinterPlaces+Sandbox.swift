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

extension LinterPlaces {
  /// Creates places in the sandbox that a review would use, or without a sandbox if that is allowed.
  ///
  /// - Parameter places: the program's folders; `nil` if there are none.
  init(_ places: Places?, environment own: [String: String]) {
    self.init { (isAllowed) async throws(Obstacle) -> Opened in
      guard let places else { throw Obstacle("there is no folder for the linters' files; set REVIEWBOT_HOME") }
      let folder = FilePath(FileManager.default.currentDirectoryPath)
      let environment = await ToolchainSelection.environment(selecting: own, in: folder)
      do {
        let run = try RunDirectory(in: places.runs)
        do {
          let sandbox =
            isAllowed ? Unsandboxed() : try await Self.sandbox(places.of(run), environment, in: run.path)
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
    _ places: Places, _ environment: [String: String], in run: FilePath
  ) async throws -> any Sandbox {
    let decision = try await SandboxDecision.make(
      .auto, image: nil, runtime: nil, ids: nil, groups: .off, places: places, environment: environment)
    guard decision.level != .none else {
      throw Obstacle(
        "there is no sandbox (\(SandboxDecision.words(decision.obstacles))); --allow-linters runs the linters without a sandbox"
      )
    }
    var settings = decision.settings
    settings.limits.resources.folders = [run]
    let scratch = run.appending("sandbox")
    try FileManager.default.createDirectory(atPath: scratch.string, withIntermediateDirectories: true)
    return try settings.sandbox(scratch: scratch)
  }
}
