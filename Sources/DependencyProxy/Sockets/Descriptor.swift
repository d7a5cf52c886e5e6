// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A socket, closed when nobody holds it any more: while somebody does, its number cannot come to mean another.
final class Descriptor: Sendable {
  let number: Int32

  init(adopting number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }

  /// Ends the connection; whoever waits for it in another thread is woken.
  func end() {
    shutdown(number, Int32(SHUT_RDWR))
  }

  /// Says that nothing more comes from here.
  func endWriting() {
    shutdown(number, Int32(SHUT_WR))
  }

  /// Does not hold back small pieces until others are confirmed: who carries cannot know what is small on purpose. Only
  /// TCP would.
  func sendAtOnce() {
    var isOn: Int32 = 1
    setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Sends all of it, or as much as goes before the deadline.
  ///
  /// - Returns: whether all was sent.
  func send(_ bytes: [UInt8], before deadline: Deadline) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { memory in
        Foundation.send(number, memory.baseAddress, memory.count, Self.sending)
      }
      if count > 0 {
        sent += count
      } else if count < 0, errno == EAGAIN {
        guard deadline.wait(for: self, Int16(POLLOUT)) else { return false }
      } else if count < 0, errno == EINTR {
        continue
      } else {
        return false
      }
    }
    return true
  }

  /// Never waits, and a reader that is gone is an error, not a signal.
  static let sending = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
  static let receiving = Int32(MSG_DONTWAIT)
}
