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
    case tooMuchDisk(bytes: Int)
    case tooManyFiles(Int)
    /// The disk was about to be full, and not by what this child put there.
    case diskFull(freeBytes: Int)
    case cancelled

    /// What the child did that it may not, as in `the tests EXCESS`; `nil` when it kept within its limits.
    package var excess: String? {
      switch self {
      case .tooMuchOutput(let bytes): "wrote more than \(bytes >> 20) MiB of output"
      case .tooManyTasks(let count): "ran more than \(count) processes and threads at once"
      case .tooMuchMemory(let bytes): "took more than \(bytes >> 20) MiB of memory"
      case .tooMuchDisk(let bytes): "put more than \(bytes >> 20) MiB on the disk"
      case .tooManyFiles(let count): "made more than \(count) files and directories"
      case .exited, .signalled, .timedOut, .cancelled, .diskFull: nil
      }
    }

    /// What the machine could not give, as the end of a sentence; `nil` when it gave everything.
    package var shortage: String? {
      guard case .diskFull(let free) = self else { return nil }
      return "others filled the disk of the machine, of which \(free >> 20) MiB were left"
    }
  }

  package let ending: Ending
  /// The last lines of the output.
  package let tail: [String]

  package var isSuccess: Bool { ending == .exited(0) }
}
