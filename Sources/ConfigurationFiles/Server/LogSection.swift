// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Logging
package import Observability

/// The log of the daemon.
package struct LogSection: ConfigurationSection {
  package var level = Logger.Level.info
  package var format = LogFormat.text

  package static let name = "log"
  package static let summary = "The log, which is written to the standard error stream."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey("level", \.level, .choice, "The minimum level of log messages.", atStart: true),
      ConfigurationKey(
        "format", \.format, .choice, "Human-readable lines (`text`), or one JSON object per line (`json`).",
        atStart: true),
    ]
  }
}

/// The reconciliation of pull requests with missed webhooks.
package struct ReconcileSection: ConfigurationSection {
  package var interval: ReconcileInterval = "15m"

  package static let name = "reconcile"
  package static let summary = "Reconciliation, which finds pull requests with missed webhooks."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "interval", \.interval, .value,
        "How often the forges are queried for open pull requests. This always happens at the start, and with `off` only then.",
        atStart: true)
    ]
  }
}
