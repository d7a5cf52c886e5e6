// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Keeps the coverage of commits, so that changes can be compared with their base.
package protocol CoverageCache: Sendable {
  /// What is kept of a commit, one for each toolchain. What cannot be read is not there.
  func coverage(of commit: CommitID, settings: String) -> [CoverageSnapshot]

  /// - Parameter settings: names the parts of the configuration that the coverage depends on.
  func keep(_ snapshot: CoverageSnapshot, settings: String) throws
}
