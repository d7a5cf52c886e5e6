// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore
import Sandboxing
import SystemPackage

/// The sandbox that a run gets, and why it is not a better one.
struct SandboxDecision: Sendable {
  let settings: SandboxSettings
  let obstacles: [SandboxSearch.Obstacle]

  var level: SandboxLevel { settings.level }

  /// Asks the machine what works. A sandbox that was asked for by name and does not work is an error: nobody expects the
  /// code to run without.
  static func make(_ choice: SandboxChoice, search: SandboxSearch) async throws(RunError) -> SandboxDecision {
    let found = await search.first(of: choice.levels)
    if let settings = found.settings { return SandboxDecision(settings: settings, obstacles: found.obstacles) }
    guard choice == .auto else {
      throw RunError(
        "there is no sandbox: \(words(found.obstacles))",
        remedy: "reviewbot doctor says more; --sandbox none runs the code on this machine as it is")
    }
    guard let settings = await search.first(of: [.none]).settings else { preconditionFailure("none needs nothing") }
    return SandboxDecision(settings: settings, obstacles: found.obstacles)
  }

  /// For the report: the code ran without a sandbox although nobody asked for that.
  var note: String? {
    level == .none && !obstacles.isEmpty ? "the code ran without a sandbox: \(Self.words(obstacles))" : nil
  }

  static func words(_ obstacles: [SandboxSearch.Obstacle]) -> String {
    obstacles.map { "\($0.level.rawValue): \($0.reason)" }.joined(separator: "; ")
  }
}
