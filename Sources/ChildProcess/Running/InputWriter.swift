// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import Foundation
import SystemPackage

/// Writes what a child reads, on a thread of its own.
///
/// A child can end without reading it. The library that starts processes ends the whole program then, so it gets a
/// descriptor instead of the bytes.
enum InputWriter {
  /// - Returns: the end of a pipe that the child reads from.
  static func start(_ bytes: [UInt8]) throws -> FileDescriptor {
    var ends: [Int32] = [0, 0]
    // Not inherited by other children: as long as they held the pipe, it would have no end.
    let result = reviewbot_make_pipe(&ends)
    guard result == 0 else { throw Errno(rawValue: -result) }
    let writer = ends[1]
    let thread = Thread {
      // A reader that has gone is an error of write, and no signal.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      // Who does not read everything does not want it.
      _ = try? FileDescriptor(rawValue: writer).writeAll(bytes)
      close(writer)
    }
    thread.name = "child input"
    thread.start()
    return FileDescriptor(rawValue: ends[0])
  }
}
