// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What the daemon writes down about itself.
package struct LogSection: ConfigurationSection {
  package var level = ServerLogLevel.info
  package var format = ServerLogFormat.text

  package init() {}

  package static let name = "log"
  package static let summary = "What is written to the standard error stream."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey("level", \.level, .choice, "How much is written; each level is less than the one before."),
      ConfigurationKey("format", \.format, .choice, "Lines for people (`text`), or a JSON object a line (`json`)."),
    ]
  }
}

/// How a line of the log is written.
package enum ServerLogFormat: String, Codable, Sendable, CaseIterable {
  case text, json
}

/// How much is written; the names are those of swift-log.
package enum ServerLogLevel: String, Codable, Sendable, CaseIterable {
  case trace, debug, info, notice, warning, error, critical
}

/// How the daemon finds what it was not told.
package struct ReconcileSection: ConfigurationSection {
  package var interval: ReconcileInterval = "15m"

  package init() {}

  package static let name = "reconcile"
  package static let summary = "How pull requests are found whose webhook was missed."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "interval", \.interval, .value,
        "How often the forges are asked for open pull requests. It is done at the start in any case, and with `off` only then."
      )
    ]
  }
}
