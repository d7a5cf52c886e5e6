// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import ReviewContract
import ReviewTesting

/// A supervisor that keeps the machines running and watches the queue.
struct Watch: Sendable {
  /// The timeout of the last jobs and statuses: leases that must expire and statuses that must be settled, on a busy
  /// machine.
  private static let patience = Duration.seconds(400)
  /// The number of consecutive checks without open jobs until the queue counts as idle.
  private static let rounds = 5

  private let site: Site
  private let count = Locked(0)

  init(_ site: Site) { self.site = site }

  /// The number of open jobs when it was last read.
  var openJobs: Int { count.withLock { $0 } }

  /// Starts the machines, and restarts those that exited, until the task is cancelled.
  func run() async throws {
    let site = site
    for machine in site.machines { try await blocking { try machine.start() } }
    while !Task.isCancelled {
      for machine in site.machines { try await blocking { try machine.supervise() } }
      // While the database is unavailable or has no tables yet, deliveries continue.
      let open = (try? await blocking { try StoredState.openJobs(site) }) ?? 0
      count.withLock { $0 = open }
      // Otherwise the stand-ins' lists of requests grow, and copying them becomes slow.
      for forge in site.forges { try await forge.forge.clear("requests") }
      try? await Task.sleep(for: .milliseconds(500))
    }
  }

  /// Waits until no job is open and no status is pending.
  ///
  /// - Returns: whether that happened before the timeout.
  func quiet() async throws -> Bool {
    let end = ContinuousClock.now + Self.patience
    var quietRounds = 0
    while ContinuousClock.now < end {
      try await Task.sleep(for: .seconds(1))
      let pending = try await site.shown().pendingCommits
      quietRounds = openJobs == 0 && pending == 0 ? quietRounds + 1 : 0
      if quietRounds == Self.rounds { return true }
    }
    return false
  }
}

/// An intake did not start; its log contains the reason.
struct NeverListened: Error {}

extension Site {
  /// Waits until both intakes listen.
  func whenListening() async throws {
    let end = ContinuousClock.now + StandInForge.patience
    while intakes.contains(where: { $0.address == nil }) {
      guard ContinuousClock.now < end else { throw NeverListened() }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Returns the current state of the forges.
  func shown() async throws -> ShownState {
    var states: [(String, StandInState)] = []
    for forge in forges { states.append((forge.kind.rawValue, try await forge.forge.state())) }
    return ShownState(forges: states)
  }
}
