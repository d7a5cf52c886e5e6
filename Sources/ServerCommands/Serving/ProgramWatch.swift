// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CoreMetrics
import Isolation
import Logging
import SystemPackage

/// Notices that the program on disk was replaced. The daemon and its children continue with the program that the daemon
/// was started with, so that the operator can choose the time of the restart.
struct ProgramWatch: Sendable {
  private static let metric = "reviewbot_program_replaced"

  private let path: FilePath
  private let replaced: @Sendable () -> Bool
  private let log: Logger
  private let isLogged = Locked(false)

  init(
    _ log: Logger, path: FilePath = RunningExecutable.startPath,
    isReplaced: @escaping @Sendable () -> Bool = { RunningExecutable.isReplaced }
  ) {
    self.log = log
    self.path = path
    replaced = isReplaced
  }

  /// Returns whether the program was replaced, and logs it the first time.
  @discardableResult
  func check() -> Bool {
    guard replaced() else { return false }
    let isFirst = isLogged.withLock { isLogged in
      defer { isLogged = true }
      return !isLogged
    }
    if isFirst {
      log.notice(
        "the program was replaced or removed; this process continues with its own until the next start",
        metadata: ["program": "\(path)"])
    }
    return true
  }

  /// A note for the operator; `nil` if the program is the one on disk.
  var note: String? {
    check() ? "the program \(path) was replaced or removed; restart the daemon to use the one on disk" : nil
  }

  /// Sets the gauge.
  func measure(_ factory: any MetricsFactory) {
    Gauge(label: Self.metric, factory: factory).record(check() ? 1 : 0)
  }

  static func describe(_ describe: (_ name: String, _ text: String) -> Void) {
    describe(metric, "Whether the program on disk is no longer the one that this process runs.")
  }
}
