// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Whether the daemon can do its work.
package struct Readiness: Hashable, Sendable {
  /// Why it cannot, each in a few words; none when it can.
  package let reasons: [String]

  package static let ready = Readiness(reasons: [])

  package init(reasons: [String]) {
    self.reasons = reasons
  }

  package var isReady: Bool { reasons.isEmpty }
}
