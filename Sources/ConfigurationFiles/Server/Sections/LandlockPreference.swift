// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Whether strangers' pull requests are reviewed on a kernel without Landlock.
package enum LandlockPreference: String, Codable, Sendable, CaseIterable {
  case required, optional
}
