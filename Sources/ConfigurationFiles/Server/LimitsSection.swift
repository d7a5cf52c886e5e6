// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How much the daemon does at once, and for how long.
package struct LimitsSection: ConfigurationSection {
  package var workers = 1
  package var workersPerRepository = 2
  package var attempts = 5
  package var fetchTimeout: TimeSpan = "30m"
  /// What all mirrors may take on the disk together; `nil` for whatever there is.
  package var mirrorsSize: ByteSize?
  package var freeSpace: ByteSize = "2G"
  package var shutdownGracePeriod: TimeSpan = "25s"
  package var bodySize: ByteSize = "25M"
  package var bodiesInFlight: ByteSize = "64M"
  package var connections = 1_000
  package var requestTimeout: TimeSpan = "8s"

  package init() {}

  package static let name = "limits"
  package static let summary = "How much is done at once, and for how long."
  package static var keys: [ConfigurationKey<Self>] { runKeys + webhookKeys }

  private static var runKeys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "workers", \.workers, .integer(1...64),
        "How many reviews run at once. Each builds a package: it wants cores and memory."),
      ConfigurationKey(
        "workers_per_repository", \.workersPerRepository, .integer(1...64),
        "How many of them may be of one repository."),
      ConfigurationKey(
        "attempts", \.attempts, .integer(1...20),
        "How often a review is tried that something else than its code keeps from ending."),
      ConfigurationKey(
        "fetch_timeout", \.fetchTimeout, .value(in: "1s"..."1d"),
        "How long fetching and checking out may take together."),
      ConfigurationKey(
        "mirrors_size", \.mirrorsSize, .optional(.value), "How much of the disk all mirrors together may take.",
        example: "20G"),
      ConfigurationKey(
        "free_space", \.freeSpace, .value(in: "1M"..."1024T"),
        "With less space left on the disk of `state`, no review is begun."),
      ConfigurationKey(
        "shutdown_grace_period", \.shutdownGracePeriod, .value(in: "1s"..."1d"),
        "How long reviews may go on when the daemon is asked to end. What is not ready by then begins again after the next "
          + "start. Whoever ends the daemon has to wait longer, systemd by `TimeoutStopSec`."),
    ]
  }

  private static var webhookKeys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "body_size", \.bodySize, .value(in: "1K"..."25M"),
        "The largest webhook that is read. GitHub sends 25 MiB at most."),
      ConfigurationKey(
        "bodies_in_flight", \.bodiesInFlight, .value(in: "1K"..."64G"),
        "How much memory the webhooks may take that are being read; what comes on top has to come again later."),
      ConfigurationKey("connections", \.connections, .integer(1...100_000), "How many connections may be open."),
      ConfigurationKey(
        "request_timeout", \.requestTimeout, .value(in: "1s"..."5m"),
        "How long receiving and answering one webhook may take. GitHub waits for ten seconds."),
    ]
  }
}

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
        "deliveries", \.deliveries, .value(in: "3d"..."3650d"),
        "Which webhooks came. By this one is known that comes a second time: people have forges send again what is some weeks "
          + "old."),
      ConfigurationKey("jobs", \.jobs, .value(in: "1d"..."3650d"), "What reviews came to that have ended."),
      ConfigurationKey(
        "publications", \.publications, .value(in: "1d"..."3650d"),
        "Which statuses and check runs were published. Comments are remembered as long as their pull request."),
      ConfigurationKey(
        "approvals", \.approvals, .value(in: "1d"..."3650d"),
        "Which commits of strangers were approved, and by whom."),
    ]
  }
}
