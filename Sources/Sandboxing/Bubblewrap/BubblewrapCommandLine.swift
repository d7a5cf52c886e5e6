// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import Foundation
import SystemPackage

/// Starts bubblewrap with the limits that a process can give itself, and with the filter of system calls on a descriptor.
struct BubblewrapCommandLine: Sendable {
  let program: FilePath
  let filter: FilePath
  let limits: SandboxLimits
  let entrance: SandboxEntrance
  /// A folder that the sandbox does not show.
  let scratch: FilePath
  /// The one to join; `nil` makes one.
  let namespace: UserNamespace?

  /// The units of `ulimit -f`.
  private static let block = 512
  private static let shell: FilePath = "/bin/sh"
  /// No core files. First in line when memory runs out, last for the processor: the watch must get its turn.
  private static let script = """
    ulimit -c 0
    ulimit -f "$1"
    echo 1000 >/proc/self/oom_score_adj
    if [ -n "$4" ]; then exec 7<"$4"; fi
    exec 8<"$2" 9<"$3"
    shift 4
    exec nice -n 5 "$@"
    """

  /// Prepares the command for the sandbox that the arguments describe.
  func start(
    _ command: ChildCommand, sandbox: [String], verified: [VerifiedFolder]
  ) throws(ChildProcessError) -> SandboxStart {
    // The environment is among the arguments, and so are the names of the machine's folders. Bubblewrap reads them from a file,
    // because its own command line is that of the first process inside until that has started the next program.
    var arguments = sandbox
    for (name, value) in command.environment.sorted(by: { $0.key < $1.key }) { arguments += ["--setenv", name, value] }
    if let folder = command.workingFolder { arguments += ["--chdir", folder.string] }
    let file = scratch.appending("arguments-\(UUID().uuidString)")
    do {
      try Data(arguments.map { "\($0)\0" }.joined().utf8).write(to: URL(fileURLWithPath: file.string))
    } catch {
      throw ChildProcessError(code: .cannotStart, executable: program, underlying: "\(error)")
    }
    let words =
      [
        "-c", Self.script, "sh", "\(limits.fileBytes / Self.block)", file.string, filter.string,
        namespace?.file.string ?? "", program.string, "--args", "8",
      ]
      + entrance.words(filter: "9", tasks: limits.resources.tasks, verified: verified) + [command.executable.string]
      + command.arguments
    return SandboxStart(
      ChildCommand(
        Self.shell, words, environment: ["PATH": "/usr/bin:/bin"], workingFolder: "/", input: command.input,
        outputFile: command.outputFile)
    ) { _ in unlink(file.string) }
  }
}
