// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Where the coverage of the base comes from.
package enum BaseCoverage: String, Codable, Sendable, CaseIterable {
  /// From what an earlier review of the base left.
  case cached
  /// The same; without it, the base is built and tested.
  case run
  /// Nowhere: the whole project is not measured.
  case off
}

/// What a target of `auto` means without the base's coverage.
package enum MissingBase: String, Codable, Sendable, CaseIterable {
  case pass, fail
}

/// What becomes of the targets when tests did not pass.
package enum FailedTestsCoverage: String, Codable, Sendable, CaseIterable {
  /// They are not applied.
  case skip
  /// They hold all the same.
  case gate
}
