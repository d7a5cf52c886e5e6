// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How a line of the log is written.
package enum ServerLogFormat: String, Codable, Sendable, CaseIterable {
  case text, json
}
