// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting

extension BuiltProgram {
  struct NeverBegan: Error {
    let stage: String
  }

  /// Waits until a run says that a stage begins.
  func wait(forStage stage: String) async throws {
    // What it prints is all that can be seen of it from here.
    for _ in 0..<3000 {
      if folder.exists("stderr"), try folder.text("stderr").contains("  \(stage) …\n") { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw NeverBegan(stage: stage)
  }
}
