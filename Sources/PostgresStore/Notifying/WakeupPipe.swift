// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import Foundation
  import SystemPackage

  /// A pipe that wakes a thread that waits for a socket.
  final class WakeupPipe: Sendable {
    private let output: Int32
    private let input: Int32

    /// - Throws: `Errno`, if the process has no descriptors left.
    init() throws {
      let pipe = try FileDescriptor.pipe()
      (output, input) = (pipe.readEnd.rawValue, pipe.writeEnd.rawValue)
      for end in [output, input] {
        // Not inherited by children. Writes do not block, because a full pipe has already woken the thread.
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
    }

    deinit {
      close(output)
      close(input)
    }

    func wake() {
      var byte: UInt8 = 0
      _ = write(input, &byte, 1)
    }

    /// Waits until a socket is readable, ``wake()`` is called, or the time is over. May return spuriously.
    ///
    /// - Parameters:
    ///   - socket: `nil` to wait without one.
    ///   - time: `nil` for no limit.
    func wait(for socket: Int32?, _ time: Duration?) {
      // A negative descriptor is ignored.
      var polled = [output, socket ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let milliseconds = time.map { Int32(clamping: Int64(($0 / .milliseconds(1)).rounded(.up))) } ?? -1
      guard poll(&polled, nfds_t(polled.count), milliseconds) > 0, polled[0].revents != 0 else { return }
      var bytes: [UInt8] = Array(repeating: 0, count: 64)
      while read(output, &bytes, bytes.count) == bytes.count {}
    }
  }
#endif
