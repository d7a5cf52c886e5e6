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
