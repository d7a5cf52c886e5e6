// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
package import ReviewContract

/// How long fetching and checking out may take together: `$REVIEWBOT_FETCH_LIMIT`, else half an hour.
package struct FetchLimit: Sendable {
  private static let variable = "REVIEWBOT_FETCH_LIMIT"
  /// How much longer whoever keeps the limit by himself is left to say so.
  private static let grace = 5

  /// Threads and processes, one of SSH among them.
  package static let tasks = 256
  /// A pack of a kilobyte can stand for objects of gigabytes, which libgit2 unpacks in memory. As much as the files of a tree may have
  /// together, and on smaller machines half of the memory.
  package static let memoryBytes = min(4 << 30, Int(ProcessInfo.processInfo.physicalMemory / 2))

  package let seconds: Int

  package init(seconds: Int) {
    self.seconds = seconds
  }

  package init(environment: [String: String]) throws(UsageError) {
    guard let text = environment[Self.variable], !text.isEmpty else {
      seconds = 1800
      return
    }
    guard let limit = TimeLimit(text) else {
      throw UsageError(
        "\(Self.variable) is no duration", remedy: "write one from 1s to 24h, such as 90s, 10m or 1h")
    }
    seconds = limit.seconds
  }

  /// When the process that fetches is ended.
  package var patience: Duration { .seconds(seconds + Self.grace) }
}
