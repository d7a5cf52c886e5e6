// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What is done about tests that fail and then pass without a change.
package struct FlakyTests: Hashable, Codable, Sendable {
  package enum Policy: String, Codable, Sendable, CaseIterable {
    /// Counts as failed, unless the configuration says otherwise.
    case fail
    /// Counts as passed, and is shown.
    case pass
  }

  /// How often failed tests are run again to find the flaky ones among them: 0 or 1.
  package var retries: Int
  package var policy: Policy

  package init(retries: Int = 0, policy: Policy = .fail) {
    self.retries = retries
    self.policy = policy
  }
}
