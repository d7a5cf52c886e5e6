// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// The arguments of a container program. Source of the options: podman-run(1), docker-run(1).
struct ContainerArguments: Sendable {
  let settings: SandboxSettings
  let program: FilePath
  /// The file with the profile of system calls that applies until the command starts.
  let profile: FilePath
  let user: ContainerUser
  let hasControlGroups: Bool

  /// The key of the label by which the containers of a review are found.
  static let labelKey = "reviewbot.review"

  /// - Parameters:
  ///   - system: the arguments for the image or the root file system.
  ///   - start: the command line with which the container runs the command.
  func commandLine(
    for command: ChildCommand, name: String, showing folders: [SharedDirectory], system: [String], start: [String]
  ) -> [String] {
    var arguments = [program.string]
    if program.isPodman { arguments += ["--log-level", "error"] + option("--runtime", settings.runtime) }
    arguments += ["run"]
    if !program.isPodman { arguments += option("--runtime", settings.runtime) }
    arguments +=
      ["--rm", "--interactive", "--name", name] + option("--label", settings.label.map { "\(Self.labelKey)=\($0)" })
    arguments += isolation + user.arguments + resources
    for folder in folders {
      arguments += ["--volume", "\(folder.path):\(folder.name):\(folder.isWritable ? "rw" : "ro")"]
    }
    for (name, value) in command.environment.sorted(by: { $0.key < $1.key }) {
      arguments += ["--env", "\(name)=\(value)"]
    }
    arguments += option("--workdir", command.workingDirectory?.string)
    arguments += ["--entrypoint", start[0]] + system + start.dropFirst()
    return arguments + [command.executable.string] + command.arguments
  }

  /// Removes a container, if it exists.
  func removal(of name: String) -> [String] {
    // Docker does not fail for a missing container when it removes by force.
    [program.string, "rm", "--force"] + (program.isPodman ? ["--ignore", "--time", "0"] : []) + [name]
  }

  private var isolation: [String] {
    var options = [
      "--network", "none", "--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges",
      "--security-opt", "seccomp=\(profile)", "--hostname", "sandbox", "--log-driver", "none",
    ]
    guard program.isPodman else { return options }
    // The whole file system is read-only: the code under review has its own folders. The host's /etc/hosts is not
    // shown.
    options += ["--read-only-tmpfs=false", "--no-hosts"]
    options += ["--security-opt", "mask=\((BubblewrapArguments.maskedKernelFiles + ["/sys"]).joined(separator: ":"))"]
    // They apply in the container's user namespace only, and are dropped before the command starts.
    if user.isMapped { options += SandboxEntrance.capabilities.flatMap { ["--cap-add", $0] } }
    return options
  }

  private var resources: [String] {
    var options = ["--shm-size", "\(settings.limits.sharedMemoryBytes)", "--oom-score-adj", "1000"]
    options += ["--ulimit", "core=0", "--ulimit", "fsize=\(settings.limits.fileBytes)"]
    options += ContainerLimits.arguments(tasks: settings.limits.resources.tasks)
    guard hasControlGroups else { return options }
    return options + [
      "--pids-limit", "\(settings.limits.resources.tasks)", "--memory", "\(settings.limits.resources.memoryBytes)",
    ]
  }

  private func option(_ name: String, _ value: String?) -> [String] { value.map { [name, $0] } ?? [] }
}

extension ContainerArguments {
  init(_ settings: SandboxSettings, program: FilePath, profile: FilePath) {
    let user = ContainerUser(
      program: program, isRoot: geteuid() == 0, id: settings.guest ?? geteuid(), mapsUsers: settings.mapsUsers)
    self.init(
      settings: settings, program: program, profile: profile, user: user,
      // Without root, podman sets no limits in control groups of version 1, and prints a warning each time.
      hasControlGroups: user.isRoot || !program.isPodman || ContainerMounts.isSecondVersion("/sys/fs/cgroup"))
  }
}

/// Limits that a container program would otherwise take from its configuration: it fails where those are higher than
/// our own limits.
enum ContainerLimits {
  private static let openFiles = 4096

  static func arguments(tasks: Int) -> [String] {
    let files = min(openFiles, hardLimit(RLIMIT_NOFILE))
    let processes = min(tasks, hardLimit(__RLIMIT_NPROC))
    return ["--ulimit", "nofile=\(files):\(files)", "--ulimit", "nproc=\(processes):\(processes)"]
  }

  private static func hardLimit(_ resource: __rlimit_resource) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return .max }
    return Int(clamping: limit.rlim_max)
  }
}
