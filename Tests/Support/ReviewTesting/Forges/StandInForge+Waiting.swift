// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue

/// Waits for changes of the forge's state.
extension StandInForge {
  package struct NeverSo: Error, CustomStringConvertible {
    package let description: String
  }

  /// Much longer than needed on a busy machine; only a test that fails waits so long.
  package static let patience = Duration.seconds(300)

  /// Waits until the state of the forge fulfils a condition.
  ///
  /// - Parameter what: the description of the condition, for the error.
  /// - Returns: the state that fulfils it.
  /// - Throws: ``NeverSo``.
  @discardableResult
  package func wait(
    for what: String, within limit: Duration = patience, until isSo: (StandInState) throws -> Bool
  ) async throws -> StandInState {
    var last: StandInState?
    do {
      return try await wait(for: what, within: limit) {
        let state = try await state()
        last = state
        return try isSo(state) ? state : nil
      }
    } catch let error as NeverSo {
      throw NeverSo(description: "\(error.description); the forge shows\(last?.summary ?? " nothing")")
    }
  }

  /// Waits until all deliveries have ended.
  ///
  /// - Parameter count: the minimum number of deliveries to wait for.
  /// - Returns: the deliveries, the oldest first.
  /// - Throws: ``NeverSo``.
  @discardableResult
  package func waitForDeliveries(
    _ count: Int = 0, within limit: Duration = patience
  ) async throws -> [Delivery] {
    try await wait(for: "an end of the deliveries", within: limit) {
      // The forge's queue is empty before the last response is received.
      guard try await state().pendingHooks == 0 else { return nil }
      let deliveries = try await deliveries()
      return deliveries.count >= count && deliveries.allSatisfy { $0.code != nil } ? deliveries : nil
    }
  }

  /// Evaluates a function again after each change.
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
        // A forge in another process does not signal its changes: its state can only be polled.
        try await Task.sleep(for: .milliseconds(100))
      }
    }
  }
}
