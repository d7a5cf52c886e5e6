// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue

/// Waiting for what others are about to bring about.
extension StandInForge {
  package struct NeverSo: Error, CustomStringConvertible {
    package let description: String
  }

  /// Much longer than it takes on a busy machine; only a test that fails waits so long.
  package static let patience = Duration.seconds(300)

  /// Waits until the forge holds something.
  ///
  /// - Parameter what: what is waited for, for people.
  /// - Returns: what it held then.
  /// - Throws: ``NeverSo``.
  @discardableResult
  package func wait(
    for what: String, within limit: Duration = patience, until isSo: (StandInState) throws -> Bool
  ) async throws -> StandInState {
    try await wait(for: what, within: limit) {
      let state = try await state()
      return try isSo(state) ? state : nil
    }
  }

  /// Waits until all deliveries were answered.
  ///
  /// - Parameter count: waits also until it has told so much.
  /// - Returns: what it told, the oldest first.
  /// - Throws: ``NeverSo``.
  @discardableResult
  package func waitForDeliveries(
    _ count: Int = 0, within limit: Duration = patience
  ) async throws -> [Delivery] {
    try await wait(for: "an end of the deliveries", within: limit) {
      // The queue of the forge is empty before the last answer is there.
      guard try await state().pendingHooks == 0 else { return nil }
      let deliveries = try await deliveries()
      return deliveries.count >= count && deliveries.allSatisfy { $0.code != nil } ? deliveries : nil
    }
  }

  /// Looks again whenever something has changed.
  private func wait<Value>(
    for what: String, within limit: Duration, _ look: () async throws -> Value?
  ) async throws -> Value {
    let end = ContinuousClock.now + limit
    while true {
      let version = builtIn?.version
      if let value = try await look() { return value }
      guard ContinuousClock.now < end else { throw NeverSo(description: "never came: \(what)") }
      if let builtIn, let version {
        await builtIn.change(after: version, by: end)
        try Task.checkCancellation()
      } else {
        // One in another process does not signal its changes: its state can only be polled.
        try await Task.sleep(for: .milliseconds(100))
      }
    }
  }
}
