// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How a change is compared with the result of its base.
package enum BaseTests: String, Codable, Sendable, CaseIterable {
  /// With what an earlier review of the base left.
  case cached
  /// The same; without it, the base is built and tested when the change has failures.
  case run
  /// Not at all.
  case off
}

/// What failures count for that the base has as well.
package enum ExistingFailures: String, Codable, Sendable, CaseIterable {
  /// As much as any.
  case fail
  /// Nothing; they are shown.
  case pass
}
