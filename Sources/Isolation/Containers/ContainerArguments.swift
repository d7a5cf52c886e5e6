// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// The arguments of a container program. Source of the options: podman-run(1), docker-run(1).
struct ContainerArguments: Sendable {
  let program: FilePath
  let user: ContainerUser
  private let runtime: String?
  private let limits: SandboxLimits
  private let profile: FilePath
  private let label: String?
  private let hasControlGroups: Bool

  /// The key of the label by which the containers of a review are found.
  static let labelKey = "reviewbot.review"

  /// - Parameter profile: the file with the profile of system calls that applies until the command starts.
  init(_ settings: SandboxSettings, program: FilePath, profile: FilePath) {
    let user = ContainerUser(settings, program: program)
    self.init(
      settings, program: program, profile: profile, user: user,
      // Without root, podman sets no limits in control groups of version 1, and prints a warning each time.
      hasControlGroups: user.isRoot || !program.isPodman || ContainerGround.isSecondVersion("/sys/fs/cgroup"))
  }

  init(
    _ settings: SandboxSettings, program: FilePath, profile: FilePath, user: ContainerUser, hasControlGroups: Bool
  ) {
    self.program = program
    self.user = user
    self.profile = profile
    self.hasControlGroups = hasControlGroups
    runtime = settings.runtime
    limits = settings.limits
    label = settings.label
  }

  /// - Parameters:
  ///   - system: the arguments for the image or the root file system.
  ///   - start: the command line with which the container runs the command.
  func words(
    for command: ChildCommand, name: String, showing folders: [SharedDirectory], system: [String], start: [String]
  ) -> [String] {
    var words = [program.string]
    if program.isPodman { words += ["--log-level", "error"] + option("--runtime", runtime) }
    words += ["run"]
    if !program.isPodman { words += option("--runtime", runtime) }
    words += ["--rm", "--interactive", "--name", name] + option("--label", label.map { "\(Self.labelKey)=\($0)" })
    words += isolation + user.arguments + resources
    for folder in folders {
      words += ["--volume", "\(folder.path):\(folder.name):\(folder.isWritable ? "rw" : "ro")"]
    }
    for (name, value) in command.environment.sorted(by: { $0.key < $1.key }) { words += ["--env", "\(name)=\(value)"] }
    words += option("--workdir", command.workingDirectory?.string)
    words += ["--entrypoint", start[0]] + system + start.dropFirst()
    return words + [command.executable.string] + command.arguments
  }

  /// Removes a container, if it exists.
  func removal(of name: String) -> [String] {
    // Docker does not fail for a missing container when it removes by force.
    [program.string, "rm", "--force"] + (program.isPodman ? ["--ignore", "--time", "0"] : []) + [name]
  }

  private var isolation: [String] {
    var words = [
      "--network", "none", "--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges",
      "--security-opt", "seccomp=\(profile)", "--hostname", "sandbox", "--log-driver", "none",
    ]
    guard program.isPodman else { return words }
    // The whole file system is read-only: the code under review has its own folders. The host's /etc/hosts is not
    // shown.
    words += ["--read-only-tmpfs=false", "--no-hosts"]
    words += ["--security-opt", "mask=\((BubblewrapArguments.maskedKernelFiles + ["/sys"]).joined(separator: ":"))"]
    // They apply in the container's user namespace only, and are dropped before the command starts.
    if user.isMapped { words += SandboxEntrance.capabilities.flatMap { ["--cap-add", $0] } }
    return words
  }

  private var resources: [String] {
    var words = ["--shm-size", "\(limits.sharedMemoryBytes)", "--oom-score-adj", "1000"]
    words += ["--ulimit", "core=0", "--ulimit", "fsize=\(limits.fileBytes)"]
    words += ContainerLimits.arguments(tasks: limits.resources.tasks)
    guard hasControlGroups else { return words }
    return words + ["--pids-limit", "\(limits.resources.tasks)", "--memory", "\(limits.resources.memoryBytes)"]
  }

  private func option(_ name: String, _ value: String?) -> [String] { value.map { [name, $0] } ?? [] }
}

/// Limits that a container program would otherwise take from its configuration: it fails where those are higher than
/// our own limits.
enum ContainerLimits {
  private static let openFiles = 4096

  static func arguments(tasks: Int) -> [String] {
    let files = min(openFiles, own(RLIMIT_NOFILE))
    let processes = min(tasks, own(__RLIMIT_NPROC))
    return ["--ulimit", "nofile=\(files):\(files)", "--ulimit", "nproc=\(processes):\(processes)"]
  }

  private static func own(_ resource: __rlimit_resource) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return .max }
    return Int(clamping: limit.rlim_max)
  }
}
