// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import SystemPackage

/// Starts bubblewrap with the limits that a process can give itself, and with the filter of system calls on a descriptor.
struct Launcher: Sendable {
  let program: FilePath
  let filter: FilePath
  let limits: SandboxLimits

  /// The units of `ulimit -f`.
  private static let block = 512
  private static let shell: FilePath = "/bin/sh"
  /// No core files. First in line when memory runs out, last for the processor: whoever watches must get their turn.
  private static let script = """
    ulimit -c 0
    ulimit -f "$1"
    echo 1000 >/proc/self/oom_score_adj
    exec 9<"$2"
    shift 2
    exec nice -n 5 "$@"
    """

  /// The command in the sandbox that the arguments describe.
  func command(_ command: ChildCommand, sandbox: [String]) -> ChildCommand {
    var arguments = ["-c", Self.script, "sh", "\(limits.fileBytes / Self.block)", filter.string, program.string]
    arguments += ["--seccomp", "9"] + sandbox
    // Bubblewrap starts with an empty environment itself; what it is given for the command is in its arguments, which
    // only those see who see its process: not the command.
    for (name, value) in command.environment.sorted(by: { $0.key < $1.key }) { arguments += ["--setenv", name, value] }
    if let folder = command.workingFolder { arguments += ["--chdir", folder.string] }
    arguments += ["--", command.executable.string] + command.arguments
    return ChildCommand(
      Self.shell, arguments, environment: ["PATH": "/usr/bin:/bin"], workingFolder: "/", input: command.input,
      outputFile: command.outputFile)
  }
}
