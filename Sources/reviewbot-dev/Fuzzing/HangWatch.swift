// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import SystemPackage

/// Ends the process when one input takes for ever, and says which.
final class HangWatch: Sendable {
  private let start = Locked(ContinuousClock.now)

  init(input: FilePath) {
    let start = start
    Thread.detachNewThread {
      while ContinuousClock.now - start.withLock({ $0 }) < .seconds(60) { Thread.sleep(forTimeInterval: 1) }
      FileHandle.standardError.write(Data("an input takes longer than a minute: \(input)\n".utf8))
      exit(1)
    }
  }

  func started() { start.withLock { $0 = .now } }
}
