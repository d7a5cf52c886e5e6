// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Why a line that has code does not count.
package enum ExcludedReason: Hashable, Codable, Sendable {
  /// It holds only a statement that ends the program, and no test reached it.
  case unreachable
  /// A comment such as `// reviewbot:coverage-off` leaves it out; with the reason that follows ` -- `, if there is one.
  case marked(reason: String?)
}

extension ExcludedReason {
  /// As a sentence without a full stop.
  package var words: String {
    switch self {
    case .unreachable: "it only ends the program"
    case .marked(let reason): reason.map { "left out by a comment: \($0)" } ?? "left out by a comment"
    }
  }
}
