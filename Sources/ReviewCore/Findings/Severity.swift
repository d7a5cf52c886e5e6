// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How much a finding matters.
package enum Severity: String, Codable, Sendable, CaseIterable, Comparable {
  /// Worth knowing.
  case note
  /// Worth changing; never fails the gate.
  case warning
  /// Fails the gate when it is in the change.
  case error

  package static func < (left: Severity, right: Severity) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}
