// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What becomes of pull requests from forks, by accounts that may not write to the repository.
package enum StrangersPolicy: String, Codable, Sendable, CaseIterable {
  case approve, run, ignore
}
