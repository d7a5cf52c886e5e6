// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// A program to run, with its complete input and environment. Nothing is inherited.
package struct ChildCommand: Sendable {
  /// The file to run: an absolute path.
  package var executable: FilePath
  /// The first argument, by which lists of processes show the child; `nil` for the path of the file.
  package var name: String?
  package var arguments: [String]
  package var environment: [String: String]
  package var workingDirectory: FilePath?
  /// The contents of the child's standard input.
  package var input: [UInt8]
  /// A new file for the bytes of the standard output, instead of lines; they count towards the limit as well.
  package var outputFile: FilePath?

  package init(
    _ executable: FilePath, _ arguments: [String] = [], environment: [String: String],
    workingDirectory: FilePath? = nil,
    input: [UInt8] = [], outputFile: FilePath? = nil, name: String? = nil
  ) {
    self.name = name
    self.outputFile = outputFile
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.input = input
  }
}

/// The limits at which a child is ended.
package struct ChildLimits: Sendable {
  /// From the start; then the whole process group gets SIGTERM.
  package var time: Duration
  /// The grace period between SIGTERM and SIGKILL.
  package var grace: Duration
  /// All output together; a child that writes more is ended.
  package var outputBytes: Int
  /// The bytes of a line that are kept, so that a line of a gigabyte costs no more than this.
  package var lineBytes: Int
  /// The resources that the child and its descendants may use at once; `nil` means no limit.
  package var resources: ResourceLimits?

  package init(
    time: Duration, grace: Duration = .seconds(3), outputBytes: Int = 256 << 20, lineBytes: Int = 16 << 10,
    resources: ResourceLimits? = nil
  ) {
    self.time = time
    self.grace = grace
    self.outputBytes = outputBytes
    self.lineBytes = lineBytes
    self.resources = resources
  }

  /// Returns the limits with the given resources if these have none.
  package func limiting(_ resources: ResourceLimits?) -> ChildLimits {
    var limits = self
    limits.resources = limits.resources ?? resources
    return limits
  }
}

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
    /// The disk was almost full, and not because of this child.
    case diskFull(freeBytes: Int)
    case cancelled

    /// The exceeded limit, as in `the tests EXCESS`; `nil` when the child stayed within its limits.
    package var excess: String? {
      switch self {
      case .tooMuchOutput(let bytes): "wrote more than \(bytes >> 20) MiB of output"
      case .tooManyTasks(let count): "ran more than \(count) processes and threads at once"
      case .tooMuchMemory(let bytes): "used more than \(bytes >> 20) MiB of memory"
      case .tooMuchDisk(let bytes): "wrote more than \(bytes >> 20) MiB to the disk"
      case .tooManyFiles(let count): "created more than \(count) files and directories"
      case .exited, .signalled, .timedOut, .cancelled, .diskFull: nil
      }
    }

    /// The resource of which the host ran out, as the end of a sentence; `nil` if there was enough.
    package var shortage: String? {
      guard case .diskFull(let free) = self else { return nil }
      return "other processes filled the host's disk to the last \(free >> 20) MiB"
    }
  }

  package let ending: Ending
  /// The last lines of the output.
  package let tail: [String]

  /// The last line with content: container programs end with a reference to their help.
  package var lastOutput: String? {
    tail.last { line in
      !line.allSatisfy(\.isWhitespace) && !line.contains(/^(Run|See) '.* --help'/)
    }
  }

  package var isSuccess: Bool { ending == .exited(0) }
}

/// A line that a child wrote, without its line end.
package struct OutputLine: Hashable, Sendable {
  package enum Stream: Hashable, Sendable {
    case output, error
  }

  package let stream: Stream
  package let text: String
}
