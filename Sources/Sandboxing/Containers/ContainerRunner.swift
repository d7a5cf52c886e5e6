// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import Foundation
import SystemPackage

/// One place that a container program makes anew for each command.
struct ContainerRunner: CommandRunner {
  let program: FilePath
  let image: ContainerImage
  /// The profile of system calls.
  let filter: FilePath
  let folders: [SharedFolder]
  /// The way to the proxy.
  let passage: Passage?
  let limits: SandboxLimits
  /// What the program itself needs to know: where its user's storage is.
  let environment: [String: String]
  let names: FolderNames

  /// For removing what a command left.
  private static let removal = ChildLimits(time: .seconds(60))

  func inside(_ path: FilePath) -> FilePath { names.name(of: path) }

  func run(
    _ command: ChildCommand, limits: ChildLimits, reach: NetworkReach, consume: @escaping @Sendable (OutputLine) -> Void
  ) async throws(ChildProcessError) -> ChildResult {
    let leads = reach == .dependencies ? passage : nil
    let command = leads?.leading(command) ?? command
    let name = "reviewbot-\(UUID().uuidString.lowercased())"
    // The processes are not our descendants, so the container counts them and their memory itself.
    let watched = limits.limiting(self.limits.resources)
    let result = try await ChildProcess.run(
      ChildCommand(
        program, arguments(for: command, name: name, showing: folders + (leads?.folders ?? [])),
        environment: environment, workingFolder: "/",
        input: command.input, outputFile: command.outputFile),
      limits: watched, consume: consume)
    if case .exited = result.ending { return result }
    // The program was ended, and the container knows nothing of it.
    await remove(name)
    return result
  }

  private func remove(_ name: String) async {
    // In a task of its own, so that a cancelled review removes its container as well.
    let time = program.isPodman ? ["--time", "0"] : []
    let removal = ChildCommand(program, ["rm", "--force"] + time + [name], environment: environment)
    _ = await Task { try? await ChildProcess.run(removal, limits: Self.removal) }.value
  }

  func arguments(for command: ChildCommand, name: String, showing folders: [SharedFolder]) -> [String] {
    var arguments = [
      "run", "--rm", "--interactive", "--name", name, "--network", "none", "--read-only", "--cap-drop", "ALL",
      "--security-opt", "no-new-privileges", "--security-opt", "seccomp=\(filter)", "--hostname", "sandbox",
      "--pids-limit", "\(limits.resources.tasks)",
      "--memory", "\(limits.resources.memoryBytes)", "--shm-size", "\(limits.sharedMemoryBytes)", "--ulimit", "core=0",
      "--ulimit", "fsize=\(limits.fileBytes)", "--log-driver", "none",
    ]
    arguments += ContainerLimits.arguments(tasks: limits.resources.tasks)
    // Read-only means all of it: the code under review has folders of its own.
    if program.isPodman { arguments.append("--read-only-tmpfs=false") }
    arguments += ContainerUser(program: program, user: getuid(), group: getgid()).arguments
    for folder in folders {
      arguments += ["--volume", "\(folder.path):\(folder.name):\(folder.isWritable ? "rw" : "ro")"]
    }
    for (name, value) in command.environment.sorted(by: { $0.key < $1.key }) {
      arguments += ["--env", "\(name)=\(value)"]
    }
    if let folder = command.workingFolder { arguments += ["--workdir", folder.string] }
    return arguments + ["--entrypoint", command.executable.string] + image.arguments + command.arguments
  }
}
