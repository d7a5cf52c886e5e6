// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import SystemPackage

extension BuiltProgram {
  /// Waits until a run reports the start of a stage.
  func wait(forStage stage: String) async throws {
    // Each run creates its files again, so the directory is watched until one exists.
    try await FileWatch(folder.path).wait { folder.exists("stderr") }
    try await FileWatch(folder.path.appending("stderr")).wait {
      try folder.text("stderr").contains("  \(stage) …\n")
    }
  }
}
