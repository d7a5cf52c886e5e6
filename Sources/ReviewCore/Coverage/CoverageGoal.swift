// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What a share of covered lines is compared with, and whether that fails the review.
package struct CoverageGoal: Hashable, Codable, Sendable {
  package var target: CoverageTarget
  /// How far below the target is still good, in percentage points.
  package var threshold: PercentTarget?
  package var informational: InformationalChoice

  package init(
    target: CoverageTarget = .auto, threshold: PercentTarget? = nil, informational: InformationalChoice = .auto
  ) {
    self.target = target
    self.threshold = threshold
    self.informational = informational
  }

  /// Whether the number is only shown.
  package var isInformational: Bool {
    switch informational {
    case .always: true
    case .never: false
    case .auto: target == .auto
    }
  }
}

/// Whether a share of covered lines is only shown.
package enum InformationalChoice: String, Codable, Sendable, CaseIterable {
  /// With a target of `auto`; a number is meant to be reached.
  case auto
  case always = "true"
  case never = "false"
}
