// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import ReviewContract
import ReviewTesting

/// Keeps the machines running, and looks at the queue.
struct Watch: Sendable {
  /// How long the last jobs and statuses may take: leases that have to end, and what settles statuses, at the pace of a busy
  /// machine.
  private static let patience = Duration.seconds(400)
  /// How often nothing may be open until that is believed.
  private static let looks = 5

  private let site: Site
  private let count = Locked(0)

  init(_ site: Site) { self.site = site }

  /// When it was last counted.
  var openJobs: Int { count.withLock { $0 } }

  /// Starts the machines, and starts again those that ended by themselves, until the task is cancelled.
  func run() async throws {
    let site = site
    for machine in site.machines { try await blocking { try machine.start() } }
    while !Task.isCancelled {
      for machine in site.machines { try await blocking { try machine.supervise() } }
      // While the database is away, or without tables yet, deliveries go on.
      let open = (try? await blocking { try StoredState.openJobs(site) }) ?? 0
      count.withLock { $0 = open }
      // Otherwise the stand-ins copy ever longer lists.
      for forge in site.forges { try await forge.forge.clear("requests") }
      try? await Task.sleep(for: .milliseconds(500))
    }
  }

  /// Waits until no job is open and no status is pending.
  ///
  /// - Returns: whether that was so in time.
  func quiet() async throws -> Bool {
    let end = ContinuousClock.now + Self.patience
    var quietLooks = 0
    while ContinuousClock.now < end {
      try await Task.sleep(for: .seconds(1))
      let pending = try await site.shown().pendingCommits
      quietLooks = openJobs == 0 && pending == 0 ? quietLooks + 1 : 0
      if quietLooks == Self.looks { return true }
    }
    return false
  }
}

/// An intake did not start; its log says why.
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

  /// What the forges show now.
  func shown() async throws -> ShownState {
    var states: [(String, StandInState)] = []
    for forge in forges { states.append((forge.kind.rawValue, try await forge.forge.state())) }
    return ShownState(forges: states)
  }
}
