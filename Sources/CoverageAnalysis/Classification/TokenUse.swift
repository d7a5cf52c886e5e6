// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What a measurement says of one token. Of several measurements the greatest holds.
enum TokenUse: Int, Comparable, Sendable {
  /// Nothing: no counter is for it.
  case unknown
  case idle
  /// It did not run, and nothing follows from that: the message of a check that held.
  case overlooked
  case ran

  static func < (left: TokenUse, right: TokenUse) -> Bool { left.rawValue < right.rawValue }
}
