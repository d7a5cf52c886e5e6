// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
import Foundation
package import Isolation
package import ReviewContract

/// The enforcement of reviews' resource limits on this host.
package enum ReviewLimits: Sendable {
  /// By the kernel: memory, processes and threads, and CPU share. If required, a review without a control group fails.
  case groups(ControlGroupPool, isRequired: Bool)
  /// By polling `/proc` several times a second.
  case watched(because: String)

  /// The instructions for enforcement by the kernel.
  package static let remedy =
    "on a host with control groups of version 2, start reviewbot in a delegated one: as a service with Delegate=yes "
    + "(config/reviewbot.service), or by systemd-run --user --scope -p Delegate=yes"

  /// Chooses the enforcement, and moves this process into a control group of its own if necessary.
  ///
  /// - Throws: ``RunError`` if control groups are required and unavailable.
  package static func make(_ preference: ControlGroupPreference, _ level: SandboxLevel) throws(RunError) -> ReviewLimits
  {
    if preference == .off { return .watched(because: "control groups are disabled") }
    let obstacle: String
    do {
      if let reason = Self.obstacle(level) {
        obstacle = reason
      } else {
        return .groups(try ControlGroupPool.own(), isRequired: preference == .required)
      }
    } catch {
      obstacle = String(systemError: error)
    }
    guard preference != .required else {
      throw RunError("cannot limit reviews by control groups: \(obstacle)", remedy: remedy)
    }
    return .watched(because: obstacle)
  }

  private static func obstacle(_ level: SandboxLevel) -> String? {
    switch level {
    case .none: "there is no sandbox"
    case .container: "containers are limited by the program that creates them"
    // A sandbox enters the group through a launcher, and a review has a launcher only with Landlock.
    case .bwrap: Confinement.isAvailable ? nil : "the kernel has no Landlock"
    }
  }

  /// Whether the kernel divides CPU time equally among concurrent reviews.
  package var sharesProcessors: Bool {
    if case .groups(let pool, _) = self { pool.controllers.contains("cpu") } else { false }
  }

  /// Creates a control group for a review; returns `nil` if its limits are enforced by polling.
  ///
  /// - Parameters:
  ///   - reviews: the number of concurrent reviews.
  ///   - note: receives the reason if the group cannot be created and is not required.
  /// - Throws: ``SandboxError`` if the group cannot be created and is required.
  package func lease(
    _ limits: SandboxLimits, reviews: Int, note: (String) -> Void
  ) throws(SandboxError) -> ControlGroupLease? {
    guard case .groups(let pool, let isRequired) = self else { return nil }
    do throws(SandboxError) {
      return try pool.lease(limits, reviews: reviews)
    } catch {
      if isRequired { throw error }
      note("the review has no control group; its usage is polled instead: \(String(systemError: error))")
      return nil
    }
  }

  /// A phrase for the log and for `doctor`.
  package var words: String {
    switch self {
    case .groups(let pool, _): "by the kernel (\(pool.controllers.sorted().joined(separator: ", "))), in \(pool.folder)"
    case .watched(let reason): "by polling several times a second: \(reason)"
    }
  }
}
