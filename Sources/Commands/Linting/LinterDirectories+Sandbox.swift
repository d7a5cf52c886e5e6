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
            isAllowed
            ? Unsandboxed()
            : try await LocalSandbox.make(
              for: "the linters", unless: "--allow-linters", home.of(run), environment, in: run.path)
          let place = LinterPlace(
            sandbox: sandbox, environment: environment, folder: run.path.appending("linters"))
          return Opened(place: place) { run.remove() }
        } catch {
          run.remove()
          throw error
        }
      } catch let missing as MissingSandbox {
        throw Obstacle(missing.description)
      } catch {
        throw Obstacle("\(String(systemError: error)); --allow-linters runs them without a sandbox")
      }
    }
  }
}
