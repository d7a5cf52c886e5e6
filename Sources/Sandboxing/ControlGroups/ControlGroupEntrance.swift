// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import SystemPackage

/// How the processes of a review get into its control group.
///
/// A process that may write to none of the groups enters one through a file that another process has opened: since Linux 5.16 the kernel
/// checks the permissions of the process that opened it. So a process that enters a sandbox gets an open file, and needs none.
package struct ControlGroupEntrance: Hashable, Codable, Sendable {
  /// Of the code under review: the limits are here.
  package let guest: FilePath
  /// Of reviewbot's own processes.
  package let worker: FilePath

  /// Moves this process into the group of our own processes. What it starts begins there.
  ///
  /// - Returns: the open file through which a process enters the group of the code under review. No program inherits it.
  package func enter() throws(SandboxError) -> Int32 {
    try ControlGroup(path: worker).write("0", to: "cgroup.procs")
    return try ControlGroup(path: guest).open("cgroup.procs", O_WRONLY)
  }

  /// The number that ``entering(_:)`` expects the open file to have.
  static let descriptor: Int32 = 3

  private static let script = """
    { echo 0 >&3; } 2>/dev/null || { echo "the control group of the review cannot be entered" >&2; exit 126; }
    exec "$@" 3>&-
    """

  /// The command line that enters the group of the code under review and becomes the given one, without the open file.
  static func entering(_ words: [String]) -> [String] { ["/bin/sh", "-c", script, "sh"] + words }
}
