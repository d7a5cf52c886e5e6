// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore
import SystemPackage

/// The process that has a queue open, as the lock file says.
struct Holder: Codable, Equatable, CustomStringConvertible {
  let pid: Int32
  let host: String
  /// Seconds since the beginning of 1970.
  let startedAt: Int64

  static func current(clock: any QueueClock) -> Holder {
    Holder(
      pid: getpid(), host: ProcessInfo.processInfo.hostName, startedAt: clock.now.milliseconds / 1000)
  }

  /// Text that was read from the lock file; `nil` when it is not what ``text`` writes.
  init?(_ text: String) {
    guard let holder = try? JSONDecoder().decode(Holder.self, from: Data(text.utf8)) else { return nil }
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
    // Two numbers and a name can be written.
    guard let data = try? encoder.encode(self) else { return "" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  var description: String {
    let since = Date(timeIntervalSince1970: Double(startedAt)).formatted(.iso8601)
    return "process \(pid) on \(host) since \(since)"
  }
}
