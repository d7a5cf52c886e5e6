// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
package import ReviewContract
package import SystemPackage

/// Where the daemon keeps what must outlive it.
package struct StateDirectory: Hashable, Sendable {
  package let path: FilePath

  package init(path: FilePath) {
    self.path = path
  }

  /// - Parameter name: what the command line says; `$REVIEWBOT_STATE` without it, else `/var/lib/reviewbot`.
  package init(named name: String?, environment: [String: String]) {
    let named = [name, environment["REVIEWBOT_STATE"]].lazy.compactMap { $0 }.first { !$0.isEmpty }
    path = FilePath(named ?? "/var/lib/reviewbot")
  }

  /// The daemon's queue.
  package var queue: FilePath { path.appending("queue.sqlite") }
  /// Where a running daemon takes orders from who may write into the folder.
  package var socket: FilePath { path.appending("control.socket") }

  /// - Throws: ``RunError`` where no daemon has ever been: looking must not make a queue.
  package func checkQueue() throws(RunError) {
    guard FileManager.default.fileExists(atPath: queue.string) else {
      throw RunError(
        "there is no queue \(queue)", remedy: "name the daemon's state folder with --state or REVIEWBOT_STATE")
    }
  }
}
