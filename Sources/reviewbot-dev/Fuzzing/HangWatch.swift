// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import SystemPackage

/// Ends the process when one input takes for ever, and says which.
final class HangWatch: Sendable {
  private static let limit = Duration.seconds(60)

  /// When the input that is being read was begun; `nil` when all is over.
  private let start = Locked<ContinuousClock.Instant?>(.now)

  init(input: FilePath) {
    let start = start
    Thread.detachNewThread {
      while let begun = start.withLock({ $0 }) {
        if ContinuousClock.now - begun > Self.limit {
          FileHandle.standardError.write(Data("an input takes longer than a minute: \(input)\n".utf8))
          exit(1)
        }
        Thread.sleep(forTimeInterval: 0.5)
      }
    }
  }

  func started() { start.withLock { $0 = .now } }

  func end() { start.withLock { $0 = nil } }
}
