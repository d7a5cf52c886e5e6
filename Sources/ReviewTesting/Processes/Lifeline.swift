// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
package import SystemPackage

/// Tells when all processes are gone that hold it: a named pipe whose writing end a script opens, and whatever the
/// script starts inherits. The list of processes is not searched: other runs of the same tests are in it.
package final class Lifeline: Sendable {
  package struct CannotMake: Error {}

  /// Goes before a script of the shell that runs in the folder of the lifeline.
  package static let holding = "exec 9>lifeline; "

  /// After so many milliseconds a test has failed that would otherwise never end.
  private static let limit: Int32 = 600_000

  private let descriptor: Int32

  package init(in folder: FilePath) throws {
    let path = folder.appending("lifeline").string
    guard mkfifo(path, 0o600) == 0 else { throw CannotMake() }
    // Before anybody writes, which would wait for a reader.
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw CannotMake() }
  }

  deinit {
    close(descriptor)
  }

  /// Waits until no process holds it.
  ///
  /// - Returns: whether that was so within the limit.
  package func end() async throws -> Bool {
    try await blocking { [self] in
      while true {
        var byte: UInt8 = 0
        // It is the end of file without a writer, and an error with a silent one.
        if read(descriptor, &byte, 1) == 0 { return true }
        var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&place, 1, Self.limit) == 0 { return false }
      }
    }
  }
}
