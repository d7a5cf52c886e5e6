// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How much is written; the names are those of swift-log.
package enum ServerLogLevel: String, Codable, Sendable, CaseIterable {
  case trace, debug, info, notice, warning, error, critical
}
