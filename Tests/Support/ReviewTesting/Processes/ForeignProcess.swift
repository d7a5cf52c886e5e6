// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import Foundation

/// Processes of other parents.
package enum ForeignProcess {
  /// Waits until a process with any parent has ended.
  ///
  /// - Returns: `false` when it still runs after `seconds`, which only a test that fails waits for.
  package static func waitForEnd(of process: Int32, seconds: Int32 = 300) async throws -> Bool {
    try await blocking {
      let descriptor = reviewbot_open_process(process)
      // It has already ended.
      guard descriptor >= 0 else { return true }
      defer { close(descriptor) }
      var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&place, 1, seconds * 1000) > 0
    }
  }

  /// Returns the processes of the machine whose last arguments are these.
  package static func running(_ arguments: [String]) throws -> [Int32] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.filter { process in
      // A process that has just ended has no command line.
      let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      return String(decoding: line, as: UTF8.self).split(separator: "\0").map(String.init).suffix(arguments.count)
        == arguments[...]
    }
  }
}
