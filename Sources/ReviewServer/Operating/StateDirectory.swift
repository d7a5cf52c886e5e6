// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import ReviewContract
package import SystemPackage

/// The daemon's directory for persistent state.
package struct StateDirectory: Hashable, Sendable {
  package let path: FilePath

  package init(path: FilePath) {
    self.path = path
  }

  /// - Parameter name: the path from the command line; `nil` for `$REVIEWBOT_STATE`, else `/var/lib/reviewbot`.
  package init(named name: String?, environment: [String: String]) {
    let named = [name, environment["REVIEWBOT_STATE"]].lazy.compactMap { $0 }.first { !$0.isEmpty }
    path = FilePath(named ?? "/var/lib/reviewbot")
  }

  /// The daemon's queue.
  package var queue: FilePath { path.appending("queue.sqlite") }
  /// The control socket of a running daemon. It is protected by the directory's permissions.
  package var socket: FilePath { path.appending("control.socket") }

  /// Verifies that the queue exists, because opening a missing one would create it.
  ///
  /// - Throws: ``RunError`` if it does not exist.
  package func checkQueue() throws(RunError) {
    guard access(queue.string, F_OK) != 0 else { return }
    switch Errno(rawValue: errno) {
    case .permissionDenied:
      throw RunError(
        "cannot open the queue \"\(queue)\": no permission for its folder", remedy: "run it as the daemon's user")
    case .noSuchFileOrDirectory, .notDirectory:
      throw RunError(
        "there is no queue \"\(queue)\"", remedy: "name the daemon's state folder with --state or REVIEWBOT_STATE")
    case let error: throw RunError("cannot open the queue \"\(queue)\": \(error.message)")
    }
  }
}
