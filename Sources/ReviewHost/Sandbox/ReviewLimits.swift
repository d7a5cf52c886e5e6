// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
import Foundation
package import Isolation
package import ReviewContract

/// What holds reviews to their limits, on this machine and as this user.
package enum ReviewLimits: Sendable {
  /// The kernel: memory, processes and threads, and the share of the processor. Where it is required, nothing takes its place.
  case groups(ControlGroupPool, isRequired: Bool)
  /// This program looks several times a second.
  case watched(because: String)

  /// What has to be done so that the kernel does it.
  package static let remedy =
    "on a machine with control groups of version 2, start reviewbot in one that is its own: as a service with Delegate=yes "
    + "(config/reviewbot.service), or by systemd-run --user --scope -p Delegate=yes"

  /// Finds out, and moves this process into a group of its own where that is needed.
  ///
  /// - Throws: ``RunError`` when the operator wants what there is not.
  package static func make(_ preference: ControlGroupPreference, _ level: SandboxLevel) throws(RunError) -> ReviewLimits
  {
    if preference == .off { return .watched(because: "control groups are switched off") }
    let obstacle: String
    do {
      if let reason = Self.obstacle(level) {
        obstacle = reason
      } else {
        return .groups(try ControlGroupPool.own(), isRequired: preference == .required)
      }
    } catch {
      obstacle = "\(error)"
    }
    guard preference != .required else {
      throw RunError("reviews cannot be limited by control groups: \(obstacle)", remedy: remedy)
    }
    return .watched(because: obstacle)
  }

  private static func obstacle(_ level: SandboxLevel) -> String? {
    switch level {
    case .none: "there is no sandbox"
    case .container: "containers are limited by the program that makes them"
    // Sandboxes have to be started by the process that is given the way in.
    case .bwrap: Confinement.isAvailable ? nil : "the kernel has no Landlock"
    }
  }

  /// Whether the kernel gives each of several reviews the same part of the processor.
  package var sharesProcessors: Bool {
    if case .groups(let pool, _) = self { pool.controllers.contains("cpu") } else { false }
  }

  /// Makes a control group for a review; `nil` when it is watched instead.
  ///
  /// - Parameter note: is told why there is none although there should be one.
  package func lease(
    _ limits: SandboxLimits, reviews: Int, note: (String) -> Void
  ) throws(SandboxError) -> ControlGroupLease? {
    guard case .groups(let pool, let isRequired) = self else { return nil }
    do throws(SandboxError) {
      return try pool.lease(limits, reviews: reviews)
    } catch {
      if isRequired { throw error }
      note("the review has no control group, and is watched from outside: \(error)")
      return nil
    }
  }

  /// One phrase, for the log and for doctor.
  package var words: String {
    switch self {
    case .groups(let pool, _): "by the kernel (\(pool.controllers.sorted().joined(separator: ", "))), in \(pool.folder)"
    case .watched(let reason): "watched from outside, several times a second: \(reason)"
    }
  }
}
