// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How long the daemon remembers.
package struct RetentionSection: ConfigurationSection {
  package var deliveries: TimeSpan = "90d"
  package var jobs: TimeSpan = "30d"
  package var publications: TimeSpan = "90d"
  package var approvals: TimeSpan = "90d"

  package init() {}

  package static let name = "retention"
  package static let summary = "How long is remembered what happened."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "deliveries", \.deliveries, .written(in: "3d"..."3650d"),
        "Which webhooks came. By this one is known that comes a second time: people have forges send again what is some weeks "
          + "old."),
      ConfigurationKey("jobs", \.jobs, .written(in: "1d"..."3650d"), "What reviews came to that have ended."),
      ConfigurationKey(
        "publications", \.publications, .written(in: "1d"..."3650d"),
        "Which statuses and check runs were published. Comments are remembered as long as their pull request."),
      ConfigurationKey(
        "approvals", \.approvals, .written(in: "1d"..."3650d"),
        "Which commits of strangers were approved, and by whom."),
    ]
  }
}
