// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Which tree of a pull request is meant.
package enum CheckoutSide: String, Codable, Sendable {
  /// As pushed.
  case head
  /// As it would be after the merge.
  case merge
}
