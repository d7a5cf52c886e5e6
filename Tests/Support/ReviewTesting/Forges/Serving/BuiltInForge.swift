// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation

/// A simulated forge for tests: it implements the APIs of GitHub, GitLab and Gitea over the same repositories, serves
/// git, delivers events to hooks, and injects faults. See ``StandInForge`` for its use in tests.
final class BuiltInForge: Sendable {
  private struct Waiter: Sendable {
    let id: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct Watched: Sendable {
    var state: ForgeState
    /// Counts the changes.
    var version = 0
    var waiters: [Waiter] = []
    var lastWaiter = 0
  }

  private let watched: Locked<Watched>
  let deliveryQueue = DeliveryQueue()

  /// - Parameter world: a folder with `forge.json` and `git/`.
  init(world: ScratchDirectory) throws {
    watched = Locked(Watched(state: try ForgeState(world: world)))
  }

  /// Sets the URL of the forge, and starts the deliveries.
  func begin(at url: String) {
    record { $0.url = url }
    deliveryQueue.begin(self)
  }

  /// The number of changes of the state.
  var version: Int { watched.withLock { $0.version } }

  /// Reads the state.
  func look<Result>(_ body: (ForgeState) throws -> Result) rethrows -> Result {
    try watched.withLock { try body($0.state) }
  }

  /// Changes state that no test waits for, such as the journal.
  @discardableResult
  func record<Result>(_ body: (inout ForgeState) throws -> Result) rethrows -> Result {
    try watched.withLock { try body(&$0.state) }
  }

  /// Changes the state, and wakes up the waiters.
  @discardableResult
  func change<Result>(_ body: (inout ForgeState) throws -> Result) rethrows -> Result {
    let (result, waiters) = try watched.withLock { watched in
      let result = try body(&watched.state)
      watched.version += 1
      defer { watched.waiters = [] }
      return (result, watched.waiters)
    }
    for waiter in waiters { waiter.continuation.resume() }
    return result
  }

  /// Waits for a change of the state since a version, until a deadline.
  func change(after version: Int, by end: ContinuousClock.Instant) async {
    let id = watched.withLock { watched in
      watched.lastWaiter += 1
      return watched.lastWaiter
    }
    // A cancelled timer must not end the wait.
    let limit = Task { if (try? await Task.sleep(until: end)) != nil { wake(id) } }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isNow = watched.withLock { watched in
          guard watched.version == version, !Task.isCancelled, ContinuousClock.now < end else { return true }
          watched.waiters.append(Waiter(id: id, continuation: continuation))
          return false
        }
        if isNow { continuation.resume() }
      }
    } onCancel: {
      wake(id)
    }
    limit.cancel()
  }

  private func wake(_ id: Int) {
    let waiter = watched.withLock { watched -> Waiter? in
      guard let index = watched.waiters.firstIndex(where: { $0.id == id }) else { return nil }
      return watched.waiters.remove(at: index)
    }
    waiter?.continuation.resume()
  }
}
