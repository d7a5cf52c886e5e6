// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CLinux
import Foundation
import SystemPackage

/// The process with which podman keeps the namespaces of a user who is not root. The first command of the user starts
/// it, all others enter its namespaces, and it goes on until the user's session ends. Source: podman-unshare(1),
/// podman-system-migrate(1).
///
/// A command that finds it gone enters the namespaces of a running container instead, and fails when that container
/// ends at the same moment. So it must neither be in the process group of one command, which is ended with the command,
/// nor be ended as an orphan.
enum PodmanPause {
  private static let name = "podman pause"
  private static let otherProgram = "catatonit"

  /// Makes podman start it in its own process group if it does not run. When podman cannot, the next command reports
  /// why.
  static func ensure(_ arguments: ContainerArguments, environment: [String: String]) {
    guard !arguments.user.isRoot, arguments.program.isPodman else { return }
    let commandLine = [arguments.program.string, "--log-level", "error", "unshare", "/bin/true"]
    // It keeps the descriptors that it gets.
    _ = try? PlainChild(commandLine, environment: environment, in: "/", errors: .nothing, leadsSession: true).wait()
  }

  /// Whether a process is one: podman under a name that it gave itself, or the program that podman hands the work to.
  /// Only programs that root has installed count, so that no other process is taken for it.
  static func isPause(_ process: pid_t) -> Bool {
    let folder = "/proc/\(process)"
    guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/exe") else {
      return false
    }
    var status = stat()
    guard stat(program, &status) == 0, status.st_uid == 0, status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      return false
    }
    switch FilePath(program).name {
    case "podman": return KernelFile.text("\(folder)/comm", chunk: 256) == "\(name)\n"
    case otherProgram: return KernelFile.text("\(folder)/cmdline", chunk: 256) == "\(otherProgram)\0-P\0"
    default: return false
    }
  }
}
