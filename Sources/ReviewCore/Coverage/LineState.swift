// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What the tests did with one line.
package enum LineState: String, Codable, Sendable {
  case covered
  /// Some of the line ran and some did not.
  case partial
  case missed
}
