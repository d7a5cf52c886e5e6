// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What becomes of pull requests that are not ready.
package enum DraftsPolicy: String, Codable, Sendable, CaseIterable {
  case review, skip
}
