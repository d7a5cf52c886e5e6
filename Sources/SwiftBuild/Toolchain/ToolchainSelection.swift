// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
package import Isolation
package import SystemPackage

/// Finds the toolchain that swiftly, the toolchain manager, uses for `swift`. swiftly reads settings in the user's
/// home, which a review does not see, so reviews run the toolchain directly.
///
/// Source: https://www.swift.org/swiftly/documentation/swiftly/
package enum ToolchainSelection {
  /// The variables that influence the choice, besides those that each review gets and `SWIFTLY_*`.
  private static let names: Set<String> = ["HOME", "XDG_DATA_HOME"]

  /// - Parameters:
  ///   - environment: this process's environment.
  ///   - folder: the working directory for the choice; a `.swift-version` in it counts.
  ///   - timeLimit: the timeout of swiftly.
  /// - Returns: the environment with the programs of the chosen toolchain first in `PATH`; `environment` where `swift`
  ///   is not a program of swiftly, or swiftly fails.
  package static func environment(
    selecting environment: [String: String], in folder: FilePath = "/", timeLimit: Duration = ToolchainAnswers.timeLimit
  ) async -> [String: String] {
    guard let swift = ToolchainDirectories.program("swift", onPath: environment["PATH"] ?? ""), isSwiftly(swift) else {
      return environment
    }
    let needed = environment.filter { names.contains($0.key) || $0.key.hasPrefix("SWIFTLY_") }
    let swiftly = SandboxedEnvironment.inherited(from: environment).merging(needed) { $1 }
    // The search for the toolchain reports the failure.
    let found = try? await ToolchainAnswers.compiler(
      of: swift, environment: swiftly, in: folder, timeLimit: timeLimit)
    guard let tools = found?.tools,
      access(tools.appending("swift").string, X_OK) == 0
    else { return environment }
    return environment.merging(["PATH": "\(tools):\(environment["PATH"] ?? "")"]) { $1 }
  }

  /// Whether the program is swiftly, whose programs are links to it.
  private static func isSwiftly(_ swift: FilePath) -> Bool { SandboxPaths.resolved(swift).name == "swiftly" }
}
