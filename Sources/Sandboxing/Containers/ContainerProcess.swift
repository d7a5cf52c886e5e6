// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import ChildProcess
import Foundation
import SystemPackage

/// `reviewbot __contain FILE`: makes the ground of a container and runs the container program on it. What this leaves behind, and the
/// processes of the container among it, stays below this process, so that they are counted with it and end with it.
package enum ContainerProcess {
  package static let subcommand = "__contain"

  /// What podman and docker say when they could not start a container.
  private static let cannotStart: Int32 = 125
  /// The container has less of the processor than who watches it.
  private static let niceness: Int32 = 5

  /// Must be called before the process has a second thread.
  ///
  /// - Parameter file: a ``ContainerGround`` in JSON.
  /// - Returns: the exit status for `main`.
  package static func run(file: String) -> Int32 {
    do {
      let ground = try JSONDecoder().decode(
        ContainerGround.self, from: try Data(contentsOf: URL(fileURLWithPath: file)))
      Orphans.adopt()
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
      try ground.make()
      let child = try PlainChild(ground.words, in: "/", input: .inherited, output: .inherited)
      let status = child.wait()
      // The one that watches the container for podman goes on until it has cleared up.
      var other: Int32 = 0
      while waitpid(-1, &other, 0) > 0 || errno == EINTR {}
      ground.remove()
      return status
    } catch {
      FileHandle.standardError.write(Data("reviewbot: no container is started: \(error)\n".utf8))
      return cannotStart
    }
  }
}
