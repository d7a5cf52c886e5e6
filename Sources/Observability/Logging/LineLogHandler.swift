// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
package import Logging
package import SecretMasking

/// Writes one line for each event, without secrets and without characters that could make it look like another.
///
/// ```
/// 2026-11-21T21:03:43.123Z info a review ended job=17 verdict=passed
/// {"time":"2026-11-21T21:03:43.123Z","level":"info","message":"a review ended","label":"daemon","metadata":{"job":"17"}}
/// ```
///
/// A line has at most ``maximumLineBytes``; longer texts are cut and end in `…`, and metadata that has no room is left out.
package struct LineLogHandler: LogHandler {
  /// Includes the end of the line. The kernel writes as much (PIPE_BUF) into a pipe as a whole, or not at all.
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
  ///   - label: who logs; only JSON says it.
  ///   - mask: asked for each line, because secrets become known while the program runs.
  ///   - write: takes a line, with its end. It is called by many threads at once.
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
    if let own = event.metadata { all.merge(own) { $1 } }
    if let error = event.error, all["error"] == nil { all["error"] = "\(error)" }
    let line = LogLine(
      time: LogTime.text(now()), level: event.level.rawValue, message: event.message.description, label: label,
      metadata: all, mask: mask())
    write(line.text(format, maximumBytes: Self.maximumLineBytes))
  }
}

/// How a line of the log looks.
package enum LogFormat: String, Sendable, CaseIterable {
  /// Time, level and message, then the metadata as `key=value`.
  case text
  /// One JSON object.
  case json
}
