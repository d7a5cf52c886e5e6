// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What a partly run line counts for.
package enum PartialLines: String, Codable, Sendable, CaseIterable {
  case covered, half, missed
}
