// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
package import Logging
package import SecretMasking

/// Writes one line for each event, without secrets and without hidden characters.
///
/// ```
/// 2026-11-21T21:03:43.123Z info a review ended job=17 verdict=passed
/// {"time":"2026-11-21T21:03:43.123Z","level":"info","message":"a review ended","label":"daemon","metadata":{"job":"17"}}
/// ```
///
/// A line has at most ``maximumLineBytes``: longer texts are cut and end in `…`, and metadata without room is left out.
package struct LineLogHandler: LogHandler {
  /// Includes the line break. The kernel writes this many bytes (PIPE_BUF) to a pipe atomically.
  package static let maximumLineBytes = 4096

  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?

  private let label: String
  private let format: LogFormat
  private let mask: @Sendable () -> SecretMask
  private let now: @Sendable () -> Date
  private let write: @Sendable (String) -> Void

  /// - Parameters:
  ///   - label: the name of the logger, which only JSON has.
  ///   - mask: evaluated for each line, because secrets are added while the program runs.
  ///   - write: receives a line with its line break. It is called concurrently.
  package init(
    label: String, level: Logger.Level = .info, format: LogFormat = .text,
    mask: @escaping @autoclosure @Sendable () -> SecretMask = SecretMask(),
    metadataProvider: Logger.MetadataProvider? = nil, now: @escaping @Sendable () -> Date = { Date() },
    write: @escaping @Sendable (String) -> Void
  ) {
    self.label = label
    logLevel = level
    self.format = format
    self.mask = mask
    self.metadataProvider = metadataProvider
    self.now = now
    self.write = write
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    var all = metadata
    if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
    if let metadata = event.metadata { all.merge(metadata) { $1 } }
    if let error = event.error, all["error"] == nil { all["error"] = "\(error)" }
    let line = LogLine(
      time: LogTime.text(now()), level: event.level.rawValue, message: event.message.description, label: label,
      metadata: all, mask: mask())
    write(line.text(format, maximumBytes: Self.maximumLineBytes))
  }
}

/// The format of the log's lines.
package enum LogFormat: String, Codable, Sendable, CaseIterable {
  /// Time, level and message, then the metadata as `key=value`.
  case text
  /// One JSON object.
  case json
}
