// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation

/// Samples the anonymous memory of this process every millisecond. Pages of mapped files do not count.
final class MemoryWatch: Sendable {
  private let largest = Locked(0)
  private let isOn = Locked(true)

  init() {
    Thread.detachNewThread { [weak self] in
      while self?.look() == true { usleep(1000) }
    }
  }

  /// Stops the sampling and returns the maximum in KiB.
  func end() -> Int {
    _ = look()
    isOn.withLock { $0 = false }
    return largest.withLock { $0 }
  }

  private func look() -> Bool {
    let size = Self.size()
    largest.withLock { $0 = max($0, size) }
    return isOn.withLock { $0 }
  }

  private static func size() -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("RssAnon:") })
    else { return 0 }
    return line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }
}
