// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Says when work that libgit2 does must stop: its time is over, or its task was cancelled.
struct Interruption {
  private let deadline: ContinuousClock.Instant?
  private let limit: Duration?

  init(after limit: Duration? = nil) {
    self.limit = limit
    deadline = limit.map { ContinuousClock.now + $0 }
  }

  /// Why the work must stop, if it must. Called on the thread that runs the task, so that it sees its cancellation.
  var reason: WorkspaceError? {
    if Task.isCancelled { return WorkspaceError(.failed, "fetching the repository was cancelled") }
    guard let deadline, let limit, ContinuousClock.now > deadline else { return nil }
    return WorkspaceError(
      .timedOut, "fetching the repository took more than \(limit.components.seconds) seconds",
      remedy: "try again: what was fetched is kept, or give it more time")
  }

  func check() throws(WorkspaceError) {
    if let reason { throw reason }
  }
}
