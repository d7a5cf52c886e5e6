// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How a line of the log looks.
package enum LogFormat: String, Sendable, CaseIterable {
  /// Time, level and message, then the metadata as `key=value`.
  case text
  /// One JSON object.
  case json
}
