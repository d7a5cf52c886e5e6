// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How a child ended.
package struct ChildResult: Hashable, Sendable {
  package enum Ending: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)
    case timedOut(after: Duration)
    case tooMuchOutput(bytes: Int)
    case cancelled
  }

  package let ending: Ending
  /// The last lines of the output.
  package let tail: [String]

  package var isSuccess: Bool { ending == .exited(0) }
}
