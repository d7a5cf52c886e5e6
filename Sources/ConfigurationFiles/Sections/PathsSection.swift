// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewCore

/// Which files are looked at.
package struct PathsSection: ConfigurationSection {
  package var exclude: [Glob] = []

  package init() {}

  package static let name = "paths"
  package static let summary = "Which files are looked at."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "exclude", \.exclude, .globs, "Files that neither rules nor coverage look at, such as generated ones.")
    ]
  }
}
