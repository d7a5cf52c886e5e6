// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The discovery of the repositories that a pattern matches.
package struct DiscoverySection: ConfigurationSection {
  package var interval: ReconcileInterval = "1h"
  // Nothing can be written to an archived repository.
  package var archived = false
  // Pull requests of a fork are usually opened in the repository that it was forked from.
  package var forks = false
  package var limit = 1_000

  package static let name = "discovery"
  package static let summary =
    "Discovery, which lists the repositories that match the patterns of a forge, so that their pull requests are found before their first webhook."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "interval", \.interval, .value,
        "How often the repositories are listed. This always happens at the start, and with `off` only then.",
        atStart: true),
      ConfigurationKey(
        "archived", \.archived, .boolean,
        "Whether archived repositories are included. Forges accept no comments and no statuses in them."),
      ConfigurationKey(
        "forks", \.forks, .boolean,
        "Whether forks are included. Without this key, a fork that matches a pattern is reviewed after its first webhook, or if it is "
          + "listed by name."),
      ConfigurationKey(
        "limit", \.limit, .integer(1...5_000),
        "The maximum number of discovered repositories of a forge. The log names the key if there are more."),
    ]
  }
}
