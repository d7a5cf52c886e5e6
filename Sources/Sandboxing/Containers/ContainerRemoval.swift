// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import Foundation
import SystemPackage

/// Removes the containers of a review that could not do so itself.
package struct ContainerRemoval: Sendable {
  private let settings: SandboxSettings

  private static let limits = ChildLimits(time: .seconds(60), outputBytes: 1 << 20)

  package init(_ settings: SandboxSettings) {
    self.settings = settings
  }

  /// - Parameter review: the label of its containers.
  package func removeAll(of review: String) async {
    guard let program = settings.program else { return }
    let time = program.isPodman ? ["--time", "0"] : []
    let filter = "label=\(ContainerArguments.labelKey)=\(review)"
    // In a task of its own, so that a cancelled review removes its containers as well. What cannot be removed stays in the
    // program's list.
    await Task {
      let names = LineCollector()
      let list = ChildCommand(
        program, ["ps", "--all", "--quiet", "--filter", filter], environment: settings.programEnvironment)
      _ = try? await ChildProcess.run(list, limits: Self.limits) { names.append($0) }
      let ids = names.output.split(separator: "\n").map(String.init)
      guard !ids.isEmpty else { return }
      let removal = ChildCommand(
        program, ["rm", "--force"] + time + ids, environment: settings.programEnvironment)
      _ = try? await ChildProcess.run(removal, limits: Self.limits)
    }.value
  }
}
