// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
package import ReviewContract

/// The time limit for fetching and checking out together: `$REVIEWBOT_FETCH_LIMIT`, else 30 minutes.
package struct FetchLimit: Sendable {
  private static let variable = "REVIEWBOT_FETCH_LIMIT"
  /// Seconds after the limit in which the child can report its own timeout before it is terminated.
  private static let grace = 5

  /// The maximum number of threads and processes, including one of SSH.
  package static let tasks = 256
  /// A pack of a kilobyte can contain objects of gigabytes, which libgit2 inflates in memory. The limit is the maximum
  /// size of a tree's files, or half of the memory on smaller machines.
  package static let memoryBytes = min(4 << 30, Int(ProcessInfo.processInfo.physicalMemory / 2))

  package let seconds: Int

  package init(seconds: Int) {
    self.seconds = seconds
  }

  /// - Throws: ``UsageError`` if the variable is not a duration from 1s to 24h.
  package init(environment: [String: String]) throws(UsageError) {
    guard let text = environment[Self.variable], !text.isEmpty else {
      seconds = 1800
      return
    }
    guard let limit = TimeLimit(text) else {
      throw UsageError(
        "\(Self.variable) is not a duration", remedy: "set it to 1s to 24h, such as 90s, 10m or 1h")
    }
    seconds = limit.seconds
  }

  /// The time after which the child is terminated.
  package var patience: Duration { .seconds(seconds + Self.grace) }
}
