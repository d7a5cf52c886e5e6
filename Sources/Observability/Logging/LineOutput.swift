// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation

/// An output of whole lines to a descriptor: a file, a pipe, a terminal or a socket.
///
/// Lines of several threads are never mixed. A reader that does not read delays the program only briefly, and then
/// loses lines.
package final class LineOutput: Sendable {
  private struct State: Sendable {
    var lost = 0
    /// The last write timed out.
    var isStuck = false
    /// A line was written in part.
    var isInLine = false
  }

  private let descriptor: Int32
  private let patience: Duration
  private let state = Locked(State())

  /// - Parameters:
  ///   - descriptor: stays open as long as this is used; the caller closes it.
  ///   - patience: the timeout of the first write that a reader blocks. Until it reads again, lines are dropped at
  ///     once.
  package init(descriptor: Int32, patience: Duration = .seconds(1)) {
    self.descriptor = descriptor
    self.patience = patience
  }

  /// The number of lines that were dropped.
  package var lost: Int { state.withLock { $0.lost } }

  /// Writes a line, which ends in a line break. A line of at most 4,096 bytes is one write.
  package func write(_ line: String) {
    state.withLock { state in
      let bytes = Array((state.isInLine ? "\n" + line : line).utf8)
      let written = withoutBrokenPipes { send(bytes, patience: state.isStuck ? .zero : patience) }
      state.isStuck = written < bytes.count
      if state.isStuck { state.lost += 1 }
      if written > 0 { state.isInLine = written < bytes.count }
    }
  }

  /// - Returns: the number of bytes written.
  private func send(_ bytes: [UInt8], patience: Duration) -> Int {
    let deadline = ContinuousClock.now + patience
    var sent = 0
    while sent < bytes.count, isReady(before: deadline) {
      // A pipe that is ready takes PIPE_BUF bytes without blocking, even while other processes have it in blocking
      // mode.
      let count = bytes[sent...].prefix(LineLogHandler.maximumLineBytes).withUnsafeBytes { memory in
        Foundation.write(descriptor, memory.baseAddress, memory.count)
      }
      if count > 0 {
        sent += count
      } else if count == 0 || errno != EAGAIN && errno != EINTR {
        break
      }
    }
    return sent
  }

  private func isReady(before deadline: ContinuousClock.Instant) -> Bool {
    while true {
      let rest = max(.zero, ContinuousClock.now.duration(to: deadline))
      var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      let result = Foundation.poll(&poll, 1, Int32(min(rest / .milliseconds(1), 1e6).rounded(.up)))
      if result > 0 { return poll.revents & Int16(POLLOUT) != 0 }
      if result == 0 || errno != EINTR { return false }
    }
  }

  /// A closed pipe is an error of `write` rather than a signal that ends the program.
  private func withoutBrokenPipes<Result>(_ body: () -> Result) -> Result {
    var signals = sigset_t()
    var before = sigset_t()
    var pending = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    sigpending(&pending)
    let wasPending = sigismember(&pending, SIGPIPE) == 1
    let result = body()
    if !wasPending {
      // Takes the signal that this write raised.
      var moment = timespec()
      while sigtimedwait(&signals, nil, &moment) < 0, errno == EINTR {}
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    return result
  }
}
