// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What one report says of one file that was asked for.
struct MeasuredFile: Sendable {
  /// From the repository's root.
  let path: String
  let source: CountSource
}
