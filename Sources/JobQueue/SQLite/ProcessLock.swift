// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
package import ReviewContract
package import SystemPackage

/// The process that has a queue open, read from the lock file.
struct ProcessLockHolder: Codable, Equatable, CustomStringConvertible {
  let pid: Int32
  let host: String
  /// Seconds since the beginning of 1970.
  let startedAt: Int64

  static func current(clock: any QueueClock) -> ProcessLockHolder {
    ProcessLockHolder(
      pid: getpid(), host: ProcessInfo.processInfo.hostName, startedAt: clock.now.milliseconds / 1000)
  }

  /// Reads the text of a lock file; `nil` if it does not have the format of ``text``.
  init?(_ text: String) {
    guard let holder = try? JSONDecoder().decode(ProcessLockHolder.self, from: Data(text.utf8)) else { return nil }
    self = holder
  }

  init(pid: Int32, host: String, startedAt: Int64) {
    self.pid = pid
    self.host = host
    self.startedAt = startedAt
  }

  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Two numbers and a name can always be encoded.
    guard let data = try? encoder.encode(self) else { return "" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  var description: String {
    let since = Date(timeIntervalSince1970: Double(startedAt)).formatted(.iso8601)
    return "process \(pid) on \(host) since \(since)"
  }
}

/// The lock that ensures that only one process uses a queue. The kernel releases it when the process ends.
package final class ProcessLock: Sendable {
  private let descriptor: Locked<Int32?>

  /// - Throws: ``QueueError/Code/inUse``, naming the process that holds it.
  package convenience init(for file: FilePath, clock: any QueueClock) throws(QueueError) {
    try self.init(for: file, "the queue \(file)", remedy: "give this one a queue of its own", clock)
  }

  /// - Parameters:
  ///   - file: the queue's file, beside which the lock is.
  ///   - subject: what is locked, for the message.
  ///   - remedy: besides stopping the other process.
  package init(
    for file: FilePath, _ subject: String, remedy: String, _ clock: any QueueClock
  ) throws(QueueError) {
    let path = FilePath(file.string + ".lock")
    let descriptor = open(path.string, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw QueueError.system("cannot open the lock \(path)", errno) }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let number = errno
      if number == EINTR { continue }
      let holder = ProcessLockHolder(Self.contents(of: descriptor))
      close(descriptor)
      guard number == EWOULDBLOCK else { throw QueueError.system("cannot lock \(path)", number) }
      throw QueueError(
        .inUse, "\(subject) is used by \(holder.map { "\($0)" } ?? "another process")",
        remedy: "stop that process, or \(remedy)")
    }
    self.descriptor = Locked(descriptor)
    // Overwrites the text of a killed process. Errors such as a full disk are ignored, because only a refused process
    // reads it.
    let text = Array(ProcessLockHolder.current(clock: clock).text.utf8)
    _ = ftruncate(descriptor, 0)
    _ = pwrite(descriptor, text, text.count, 0)
  }

  deinit {
    release()
  }

  package func release() {
    let descriptor = descriptor.withLock { held in
      defer { held = nil }
      return held
    }
    guard let descriptor else { return }
    // A child that another thread is starting also has the descriptor, until it runs its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func contents(of descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
  }
}
