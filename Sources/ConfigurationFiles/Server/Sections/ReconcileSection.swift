// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How the daemon finds what it was not told.
package struct ReconcileSection: ConfigurationSection {
  package var every: ReconcileInterval = "15m"

  package init() {}

  package static let name = "reconcile"
  package static let summary = "How pull requests are found whose webhook was missed."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "every", \.every, .written,
        "How often the forges are asked for open pull requests. It is done at the start in any case, and with `off` only then."
      )
    ]
  }
}
