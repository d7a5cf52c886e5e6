// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What becomes of a change with files that could have been measured and were not.
package enum UnmeasuredFiles: String, Codable, Sendable, CaseIterable {
  /// They are named.
  case note
  /// The review fails.
  case fail
  /// Their added lines of code count as missed.
  case countAsMissed = "count_as_missed"
}
