// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Passes on a few details a second.
struct ProgressThrottle {
  private static let interval = Duration.milliseconds(250)
  private let clock = ContinuousClock()
  private let progress: ProgressHandler
  private var next: ContinuousClock.Instant

  init(_ progress: @escaping ProgressHandler) {
    self.progress = progress
    next = clock.now
  }

  /// - Parameter isLast: the end of something is always told.
  mutating func detail(isLast: Bool = false, _ text: () -> String) {
    let now = clock.now
    guard isLast || now >= next else { return }
    next = now + Self.interval
    progress(.detail(text()))
  }
}
