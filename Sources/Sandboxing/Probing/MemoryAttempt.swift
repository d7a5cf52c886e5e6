// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import Foundation

/// The attempt to take more memory than the sandbox may have. Its result shows outside.
package enum MemoryAttempt {
  /// Tells the subcommand that it is this attempt.
  package static let argument = "--memory"

  /// More than the programs need that make the sandbox, in a debug build as well.
  static let limitBytes = 128 << 20
  /// The watch that is to end it looks several times a second.
  private static let patience: UInt32 = 5

  /// Takes twice as much as the limit, and keeps it for some seconds. Does not return where the limit holds.
  package static func take() {
    let bytes = 2 * limitBytes
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 1)
    defer { memory.deallocate() }
    memset(memory, 1, bytes)
    sleep(patience)
  }

  /// Whether it was let do it.
  ///
  /// - Throws: ``SandboxError`` when it ended otherwise.
  static func worked(_ result: ChildResult) throws -> Bool {
    switch result.ending {
    case .tooMuchMemory: false
    // By the kernel: as a shell says it.
    case .exited(137), .signalled(SIGKILL): false
    case .exited(0): true
    default: throw SandboxError(result.tail.last ?? "a command that takes memory ended otherwise (\(result.ending))")
    }
  }
}
