// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText

/// A number of bytes in a configuration: `64K`, `25M`, `20G`, `1T`, in powers of 1,024; at most 1,024 T.
package struct ByteSize: ConfigurationValue {
  private static let units = Units([("T", 1 << 40), ("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10)])
  private static let largest = 1 << 50

  package let bytes: Int

  package init?(_ text: String) {
    guard let bytes = Self.units.read(text), bytes <= Self.largest else { return nil }
    self.bytes = bytes
  }

  /// The size in the largest unit without a remainder, so that equal sizes have the same description.
  package var description: String { Self.units.text(bytes) }

  package static let noun = "size"
  package static let examples = "500M, 20G or 1T"
  package static let pattern = "^[0-9]{1,6}[KMGT]$"

  package static func remedy(for text: String) -> String? {
    ByteSize(text) == nil ? "write a number and K, M, G or T, as in 20G" : nil
  }
}

extension ByteSize: Comparable {
  package static func < (left: ByteSize, right: ByteSize) -> Bool { left.bytes < right.bytes }
}

/// A duration in a configuration, from one second to ten years: `8s`, `30m`, `1h`, `90d`.
package struct TimeSpan: ConfigurationValue {
  private static let units = Units([("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)])
  private static let longest = 3_650 * 86_400

  package let seconds: Int

  package init?(_ text: String) {
    guard let seconds = Self.units.read(text), seconds <= Self.longest else { return nil }
    self.seconds = seconds
  }

  package var duration: Duration { .seconds(seconds) }

  /// The duration in the largest unit without a remainder, so that equal durations have the same description.
  package var description: String { Self.units.text(seconds) }

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

/// The interval of reconciliation, or only at the start.
package enum ReconcileInterval: ConfigurationValue {
  private static let allowed: ClosedRange<TimeSpan> = "1m"..."1d"

  /// Only at the start.
  case off
  case every(TimeSpan)

  package init?(_ text: String) {
    if text == "off" {
      self = .off
    } else if let span = TimeSpan(text), Self.allowed.contains(span) {
      self = .every(span)
    } else {
      return nil
    }
  }

  /// The interval; `nil` for only at the start.
  package var span: TimeSpan? {
    switch self {
    case .off: nil
    case .every(let span): span
    }
  }

  package var description: String { span?.description ?? "off" }

  package static let noun = "duration from \(allowed.lowerBound) to \(allowed.upperBound), or off,"
  package static let examples = "15m"
  package static let pattern = "^([0-9]{1,6}[smhd]|off)$"
}

/// The units of a quantity, the largest first, each a letter after a whole number.
private struct Units: Sendable {
  let all: [(letter: Character, size: Int)]

  init(_ all: [(letter: Character, size: Int)]) {
    self.all = all
  }

  /// Returns a positive quantity in the smallest unit; `nil` for other texts.
  func read(_ text: String) -> Int? {
    guard let unit = all.first(where: { $0.letter == text.last }),
      let count = WholeNumber.read(text.dropLast(), digits: 6), count > 0
    else { return nil }
    return count * unit.size
  }

  /// Returns the text in the largest unit without a remainder.
  func text(_ quantity: Int) -> String {
    for unit in all where quantity % unit.size == 0 { return "\(quantity / unit.size)\(unit.letter)" }
    return "\(quantity)"
  }
}

/// Parses ASCII decimal digits: no signs, underscores or digits of other scripts.
enum WholeNumber {
  static func read(_ text: some StringProtocol, digits: Int) -> Int? {
    guard (1...digits).contains(text.utf8.count), text.isASCIIDigits else {
      return nil
    }
    return Int(text)
  }
}
