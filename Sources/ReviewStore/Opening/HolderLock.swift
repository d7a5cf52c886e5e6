// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import ReviewCore
import SystemPackage

/// Makes sure that one process works on a queue. The kernel gives it back when the process ends, however it ends.
final class HolderLock: Sendable {
  private let descriptor: Locked<Int32?>

  /// - Throws: ``QueueError/Code/inUse``, naming the process that has it.
  init(for file: FilePath, clock: any QueueClock) throws(QueueError) {
    let path = FilePath(file.string + ".lock")
    let descriptor = open(path.string, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw QueueError.system("cannot open the lock \(path)", errno) }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let number = errno
      if number == EINTR { continue }
      let holder = Holder(Self.contents(of: descriptor))
      close(descriptor)
      guard number == EWOULDBLOCK else { throw QueueError.system("cannot lock \(path)", number) }
      throw QueueError(
        .inUse, "the queue \(file) is used by \(holder.map { "\($0)" } ?? "another process")",
        remedy: "stop that process, or give this one a queue of its own")
    }
    self.descriptor = Locked(descriptor)
    // What a process left that was killed is written over. Only who is refused reads it, so that a full disk is no reason not
    // to start.
    let text = Array(Holder.current(clock: clock).text.utf8)
    _ = ftruncate(descriptor, 0)
    _ = pwrite(descriptor, text, text.count, 0)
  }

  deinit {
    release()
  }

  func release() {
    let descriptor = descriptor.withLock { held in
      defer { held = nil }
      return held
    }
    guard let descriptor else { return }
    // A child that another thread is starting has the descriptor as well, until it runs its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func contents(of descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
  }
}
