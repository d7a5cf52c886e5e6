// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation

/// A line of a daemon's log.
package struct LogLine: Decodable, Hashable, Sendable {
  package let time: String
  package let level: String
  package let message: String
  package let metadata: [String: String]?

  private enum CodingKeys: String, CodingKey {
    case time, level, message, metadata
  }

  /// A value of metadata as text: numbers are not in quotes.
  private struct Value: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      text = try (try? container.decode(Int.self)).map { "\($0)" } ?? container.decode(String.self)
    }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    time = try container.decode(String.self, forKey: .time)
    level = try container.decode(String.self, forKey: .level)
    message = try container.decode(String.self, forKey: .message)
    metadata = try container.decodeIfPresent([String: Value].self, forKey: .metadata)?.mapValues(\.text)
  }

  /// Reads the lines of a log. The last one may be incomplete, and an error at the start is plain text.
  package static func all(in text: String) -> [LogLine] {
    let decoder = JSONDecoder()
    return text.split(separator: "\n").filter { $0.hasPrefix("{") }.compactMap { line in
      try? decoder.decode(LogLine.self, from: Data(line.utf8))
    }
  }

  package var date: Date? { try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(time) }
}
