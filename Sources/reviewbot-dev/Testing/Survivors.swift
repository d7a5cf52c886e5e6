// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Processes that outlived the tests which started them, and are children of this process now.
enum Survivors {
  /// Seconds that a process which was killed has to end.
  private static let patience = 10

  /// Ends them.
  ///
  /// - Returns: one line for each that did not end by itself.
  static func end() -> [String] {
    let start = ContinuousClock.now
    while reap(), ContinuousClock.now - start < .seconds(patience) { usleep(20_000) }
    let left = children()
    let lines = left.map { "process \($0): \(commandLine(of: $0))" }
    for process in left { kill(process, SIGKILL) }
    while reap() { usleep(20_000) }
    return lines
  }

  /// Takes the status of those that ended; false when there are no others.
  private static func reap() -> Bool {
    while true {
      let process = waitpid(-1, nil, WNOHANG)
      if process == 0 { return true }
      if process < 0, errno != EINTR { return false }
    }
  }

  private static func children() -> [pid_t] {
    let own = getpid()
    // Each thread has a list of the children that it started.
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return threads.flatMap { thread -> [pid_t] in
      let text = try? String(contentsOfFile: "/proc/\(own)/task/\(thread)/children", encoding: .utf8)
      return (text ?? "").split(separator: " ").compactMap { pid_t($0) }
    }
  }

  private static func commandLine(of process: pid_t) -> String {
    let bytes = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\0").joined(separator: " ").prefix(200).description
  }
}
