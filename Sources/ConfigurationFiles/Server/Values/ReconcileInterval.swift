// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How often something is done: only at the start, or again after a while.
package enum ReconcileInterval: WrittenValue {
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

  /// `nil` for only at the start.
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
