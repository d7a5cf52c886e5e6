// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation

/// A simulated forge for tests: it implements the APIs of GitHub, GitLab and Gitea over the same repositories, serves
/// git, delivers events to hooks, and injects faults. See ``StandInForge`` for its use in tests.
final class BuiltInForge: Sendable {
  private let state: Locked<ForgeState>
  private let changes = ChangeSignal()
  let deliveryQueue = DeliveryQueue()

  /// - Parameter world: a folder with `forge.json` and `git/`.
  init(world: ScratchDirectory) throws {
    state = Locked(try ForgeState(world: world))
  }

  /// Sets the URL of the forge, and starts the deliveries.
  func begin(at url: String) {
    record { $0.url = url }
    deliveryQueue.begin(self)
  }

  /// The number of changes of the state.
  var version: Int { changes.changes }

  /// Reads the state.
  func look<Result>(_ body: (ForgeState) throws -> Result) rethrows -> Result {
    try state.withLock { try body($0) }
  }

  /// Changes state that no test waits for, such as the journal.
  @discardableResult
  func record<Result>(_ body: (inout ForgeState) throws -> Result) rethrows -> Result {
    try state.withLock { try body(&$0) }
  }

  /// Changes the state, and wakes up the waiters.
  @discardableResult
  func change<Result>(_ body: (inout ForgeState) throws -> Result) rethrows -> Result {
    let result = try record(body)
    changes.notify()
    return result
  }

  /// Waits for a change of the state since a version, until a deadline.
  func change(after version: Int, by end: ContinuousClock.Instant) async {
    await withTaskGroup { group in
      group.addTask { [changes] in await changes.next(after: version) }
      // Cancelled by the change.
      group.addTask { try? await Task.sleep(until: end) }
      await group.next()
      group.cancelAll()
    }
  }
}
