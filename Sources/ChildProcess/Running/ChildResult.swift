// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How a child ended.
package struct ChildResult: Hashable, Sendable {
  package enum Ending: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)
    case timedOut(after: Duration)
    case tooMuchOutput(bytes: Int)
    case tooManyTasks(Int)
    case tooMuchMemory(bytes: Int)
    /// The disk was about to be full.
    case diskFull(free: Int, needed: Int)
    case cancelled

    /// What the child did that it may not, as in `the tests EXCESS`; `nil` when it kept within its limits.
    package var excess: String? {
      switch self {
      case .tooMuchOutput(let bytes): "wrote more than \(bytes >> 20) MiB of output"
      case .tooManyTasks(let count): "ran more than \(count) processes and threads at once"
      case .tooMuchMemory(let bytes): "took more than \(bytes >> 20) MiB of memory"
      case .diskFull(let free, let needed):
        "filled the disk: \(free >> 20) MiB were left, and \(needed >> 20) MiB have to stay free"
      case .exited, .signalled, .timedOut, .cancelled: nil
      }
    }
  }

  package let ending: Ending
  /// The last lines of the output.
  package let tail: [String]

  package var isSuccess: Bool { ending == .exited(0) }
}
