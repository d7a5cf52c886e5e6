// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess

/// The facts about one run of `swift test`.
struct TestExecution: Hashable, Sendable {
  let ending: ChildResult.Ending
  let xctest: XUnitFile
  let swiftTesting: XUnitFile
  /// What the output says of a crash.
  let crash: String?
  /// Whether a process is known to have died.
  let isCrashCertain: Bool
}
