// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Which of the compiler's warnings a review shows.
package enum CompilerWarnings: String, Codable, Sendable, CaseIterable {
  /// Those on lines of the change.
  case change
  /// All.
  case all
  /// None.
  case off
}
