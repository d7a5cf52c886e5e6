// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A line of a daemon's log.
struct LogLine: Decodable, Sendable {
  let time: String
  let level: String
  let message: String
  let metadata: [String: String]?

  /// Reads the lines of a log. The last one may be incomplete, and an error at the start is plain text.
  static func all(in text: String) -> [LogLine] {
    let decoder = JSONDecoder()
    return text.split(separator: "\n").filter { $0.hasPrefix("{") }.compactMap { line in
      try? decoder.decode(LogLine.self, from: Data(line.utf8))
    }
  }

  var date: Date? { try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(time) }
}
