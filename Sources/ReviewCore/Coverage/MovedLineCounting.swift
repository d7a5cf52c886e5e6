// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Whether lines that were only moved or re-indented count as changed.
package enum MovedLineCounting: String, Codable, Sendable, CaseIterable {
  case exclude, include
}
