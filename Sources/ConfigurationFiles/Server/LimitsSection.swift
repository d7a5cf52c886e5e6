// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Limits of the daemon.
package struct LimitsSection: ConfigurationSection {
  package var workers = 1
  package var workersPerRepository = 2
  package var attempts = 5
  package var fetchTimeout: TimeSpan = "30m"
  package var buildTimeout: TimeSpan = "1h"
  package var testsTimeout: TimeSpan = "1h"
  package var reviewTimeout: TimeSpan = "2h"
  /// The maximum size of all mirrors together; `nil` for the default of the mirror store.
  package var mirrorsSize: ByteSize?
  package var buildsSize: ByteSize = "50G"
  package var responsesSize: ByteSize = "64M"
  package var resultsSize: ByteSize = "2G"
  package var logsSize: ByteSize = "5G"
  package var freeSpace: ByteSize = "2G"
  package var shutdownGracePeriod: TimeSpan = "25s"
  package var bodySize: ByteSize = "25M"
  package var bodiesInFlight: ByteSize = "64M"
  package var connections = 1_000
  package var requestTimeout: TimeSpan = "8s"

  package static let name = "limits"
  package static let summary = "Limits for concurrency, time, disk space and webhooks."
  package static var keys: [ConfigurationKey<Self>] { runKeys + diskKeys + webhookKeys }

  private static var runKeys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "workers", \.workers, .integer(1...64),
        "The number of concurrent reviews. Each builds a package, which needs cores and memory.", atStart: true),
      ConfigurationKey(
        "workers_per_repository", \.workersPerRepository, .integer(1...64),
        "The maximum number of concurrent reviews of one repository.", atStart: true),
      ConfigurationKey(
        "attempts", \.attempts, .integer(1...20),
        "The maximum number of attempts of a review that fails for a reason other than its code.", atStart: true),
      ConfigurationKey(
        "fetch_timeout", \.fetchTimeout, .value(in: "1s"..."1d"),
        "The timeout of fetching and checking out together."),
      ConfigurationKey(
        "build_timeout", \.buildTimeout, .value(in: "1s"..."7d"),
        "The upper bound for `build.time_limit` of a repository."),
      ConfigurationKey(
        "tests_timeout", \.testsTimeout, .value(in: "1s"..."7d"),
        "The upper bound for `tests.time_limit` of a repository."),
      ConfigurationKey(
        "review_timeout", \.reviewTimeout, .value(in: "1s"..."7d"),
        "The timeout of a review as a whole: fetching, building and testing head and merge, and the base if it is tested. A review "
          + "that exceeds it fails, and is not retried."),
      ConfigurationKey(
        "shutdown_grace_period", \.shutdownGracePeriod, .value(in: "1s"..."1d"),
        "How long running reviews can continue after SIGTERM. Interrupted reviews are restarted after the next start of the daemon. "
          + "The service manager must wait longer before it kills the daemon: `TimeoutStopSec` of systemd.",
        atStart: true),
    ]
  }

  private static var diskKeys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "free_space", \.freeSpace, .value(in: "256M"..."1024T"),
        "The minimum free space on the disk of `state`. No review starts with less."),
      ConfigurationKey(
        "mirrors_size", \.mirrorsSize, .optional(.value),
        "The maximum size of all mirrors together; the default is 20G. Of these and the following, the least recently used are deleted.",
        example: "20G"),
      ConfigurationKey(
        "builds_size", \.buildsSize, .value(in: "1M"..."1024T"),
        "The maximum size of all cached builds of base branches together."),
      ConfigurationKey(
        "responses_size", \.responsesSize, .value(in: "1M"..."1024T"),
        "The maximum size of all cached responses of forges together.", atStart: true),
      ConfigurationKey(
        "results_size", \.resultsSize, .value(in: "1M"..."1024T"),
        "The maximum size of all cached results of base branches together."),
      ConfigurationKey(
        "logs_size", \.logsSize, .value(in: "1M"..."1024T"),
        "The maximum size of all logs and reports of jobs together. One job has at most a hundredth of it."),
    ]
  }

  private static var webhookKeys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "body_size", \.bodySize, .value(in: "1K"..."25M"),
        "The maximum size of a webhook. GitHub sends at most 25 MiB.", atStart: true),
      ConfigurationKey(
        "bodies_in_flight", \.bodiesInFlight, .value(in: "1K"..."64G"),
        "The maximum memory for webhooks that are being read. Further webhooks are rejected with 503.", atStart: true),
      ConfigurationKey(
        "connections", \.connections, .integer(1...100_000), "The maximum number of open connections.", atStart: true),
      ConfigurationKey(
        "request_timeout", \.requestTimeout, .value(in: "1s"..."5m"),
        "The timeout for receiving and answering one webhook. GitHub waits for ten seconds.", atStart: true),
    ]
  }
}

/// The retention periods of the daemon's records.
package struct RetentionSection: ConfigurationSection {
  package var deliveries: TimeSpan = "90d"
  package var jobs: TimeSpan = "30d"
  package var publications: TimeSpan = "90d"
  package var approvals: TimeSpan = "90d"
  package var logs: TimeSpan = "30d"
  package var pages: TimeSpan = "90d"
  package var tests: TimeSpan = "90d"

  package static let name = "retention"
  package static let summary = "How long records are kept."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "deliveries", \.deliveries, .value(in: "3d"..."3650d"),
        "Webhook deliveries, which are used to deduplicate redelivered webhooks, including manual redeliveries after some weeks.",
        atStart: true),
      ConfigurationKey("jobs", \.jobs, .value(in: "1d"..."3650d"), "Finished jobs and their results.", atStart: true),
      ConfigurationKey(
        "publications", \.publications, .value(in: "1d"..."3650d"),
        "Published statuses and check runs. Records of comments are kept as long as their pull request.", atStart: true),
      ConfigurationKey(
        "approvals", \.approvals, .value(in: "1d"..."3650d"),
        "Approvals of commits from forks, and ignored findings.", atStart: true),
      ConfigurationKey(
        "logs", \.logs, .value(in: "1h"..."3650d"),
        "The output of builds and tests of each job; see `reviewbot jobs logs`."),
      ConfigurationKey(
        "pages", \.pages, .value(in: "1h"..."3650d"),
        "The report of each job, with the changed lines of its sources; see `reviewbot jobs logs --report` and `pages`."
      ),
      ConfigurationKey(
        "tests", \.tests, .value(in: "1d"..."3650d"),
        "The results of tests, from which reports say whether a failure is new; see `reviewbot tests`."),
    ]
  }
}
