// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation

/// Runs a command transparently: with this process's input, output and process group, with termination signals
/// forwarded, and with the command's exit status.
package struct ForegroundCommand {
  package struct CannotStart: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) {
      self.description = description
    }
  }

  private static let passedOn = [SIGTERM, SIGINT, SIGHUP]

  private let words: [String]
  private let environment: [String: String]

  /// - Parameter words: the command, which is looked up in `PATH`, and its arguments.
  package init(_ words: [String], environment: [String: String]) {
    self.words = words
    self.environment = environment
  }

  /// Runs the command and waits for it.
  ///
  /// - Returns: its exit status, or 128 plus the number of the signal that ended it.
  package func run() throws(CannotStart) -> Int32 {
    // Signals that arrive before the child has started are delivered after its start.
    let child = Locked<pid_t?>(nil)
    let early = Locked<[Int32]>([])
    let sources = Self.passedOn.map { number in
      SignalSource(blocking: number) {
        child.withLock { child in
          if let child { kill(child, number) } else { early.withLock { $0.append(number) } }
        }
      }
    }
    defer { for source in sources { source.cancel() } }
    let started = try start()
    child.withLock { child in
      child = started
      for number in early.withLock({ $0 }) { kill(started, number) }
    }
    let status = Self.wait(for: started)
    // The kernel may reuse the process id.
    child.withLock { $0 = nil }
    return status
  }

  /// Starts the child with this process's group and descriptors 0 to 2, and with default signal handling.
  private func start() throws(CannotStart) -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var usual = none
    for number in Self.passedOn + [SIGPIPE] { sigaddset(&usual, number) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

    var process: pid_t = 0
    let result = CStringList.withPointers(words) { arguments in
      CStringList.withPointers(environment) { posix_spawnp(&process, words[0], nil, &attributes, arguments, $0) }
    }
    guard result == 0 else {
      throw CannotStart(description: "cannot start \(words[0]): \(String(cString: strerror(result)))")
    }
    return process
  }

  private static func wait(for child: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      // The status is lost if another part of the process reaped the child.
      guard errno == EINTR else { return 1 }
    }
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
  }
}
