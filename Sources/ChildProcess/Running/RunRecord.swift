// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation

/// What is known about a run while it runs, shared by its readers and its limits.
struct RunRecord: Sendable {
  private struct State {
    var leader: pid_t?
    var reason: ChildResult.Ending?
    var tail: [String] = []
  }

  /// How many of the last lines are kept.
  static let tailLines = 200

  /// Yields once when the output became too much.
  let excess: AsyncStream<Void>
  private let report: AsyncStream<Void>.Continuation
  private let state = Locked(State())

  init() {
    (excess, report) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  var leader: pid_t? { state.withLock { $0.leader } }
  var reason: ChildResult.Ending? { state.withLock { $0.reason } }
  var tail: [String] { state.withLock { Array($0.tail.suffix(Self.tailLines)) } }

  func started(_ leader: pid_t) { state.withLock { $0.leader = leader } }

  /// Keeps the first reason.
  func end(because reason: ChildResult.Ending) {
    state.withLock { if $0.reason == nil { $0.reason = reason } }
  }

  func keep(_ line: String) {
    state.withLock { state in
      state.tail.append(line)
      if state.tail.count > 2 * Self.tailLines { state.tail.removeFirst(Self.tailLines) }
    }
  }

  func exceeded() {
    report.yield()
    report.finish()
  }
}
