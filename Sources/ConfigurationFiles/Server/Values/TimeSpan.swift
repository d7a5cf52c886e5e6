// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A span of time from a second to ten years, as written in a configuration: `8s`, `30m`, `1h`, `90d`.
package struct TimeSpan: WrittenValue {
  private static let units: [(letter: Character, seconds: Int)] = [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)]
  private static let longest = 3_650 * 86_400

  package let seconds: Int

  package init?(_ text: String) {
    guard let unit = Self.units.first(where: { $0.letter == text.last }),
      let count = WholeNumber.read(text.dropLast(), digits: 6), (1...Self.longest).contains(count * unit.seconds)
    else { return nil }
    seconds = count * unit.seconds
  }

  package var duration: Duration { .seconds(seconds) }

  /// In the largest unit without a rest, so that equal spans are written the same.
  package var description: String {
    for unit in Self.units where seconds % unit.seconds == 0 { return "\(seconds / unit.seconds)\(unit.letter)" }
    return "\(seconds)s"
  }

  package static let noun = "duration"
  package static let examples = "90s, 30m, 1h or 7d"
  package static let pattern = "^[0-9]{1,6}[smhd]$"

  package static func remedy(for text: String) -> String? {
    TimeSpan(text) == nil ? "write a number and s, m, h or d, as in 90s" : nil
  }
}

extension TimeSpan: Comparable {
  package static func < (left: TimeSpan, right: TimeSpan) -> Bool { left.seconds < right.seconds }
}
