// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
package import SystemPackage

/// Detects that all processes of a script have ended: the script opens the writing end of a named pipe, which all its
/// descendants inherit. The list of processes is not searched, because it contains other runs of the same tests.
package final class Lifeline: Sendable {
  package struct CannotMake: Error {}

  /// The prefix of a shell script that runs in the folder of the lifeline.
  package static let holding = "exec 9>lifeline; "

  /// Milliseconds after which a test fails that would otherwise never end.
  private static let limit: Int32 = 600_000

  private let descriptor: Int32

  package init(in folder: FilePath) throws {
    let path = folder.appending("lifeline").string
    guard mkfifo(path, 0o600) == 0 else { throw CannotMake() }
    // Opened before a writer, which would wait for a reader.
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw CannotMake() }
  }

  deinit {
    close(descriptor)
  }

  /// Waits until no process has the pipe open.
  ///
  /// - Returns: whether that happened within the limit.
  package func end() async throws -> Bool {
    try await blocking { [self] in
      while true {
        var byte: UInt8 = 0
        // Returns 0 without a writer, and an error with a writer that has written nothing.
        if read(descriptor, &byte, 1) == 0 { return true }
        var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&place, 1, Self.limit) == 0 { return false }
      }
    }
  }
}
