// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import Findings

/// When the status of a review in progress is written again: not at each stage, because a forge limits requests, but at
/// once when the first test fails.
package struct StatusPace: Hashable, Sendable {
  /// The minimum time between two writes, and before the first one: a short review has no status between.
  package var interval: Duration = .seconds(30)
  /// The maximum number of writes of one review.
  package var maximum = 10
  /// How long a forge may take to carry out a request without a response. The final status is written after that.
  package var settling: Duration = .seconds(15)

  package init() {}

  /// The pace for a server that permits few writes: one, when the first test fails.
  package var slow: StatusPace {
    var pace = self
    pace.interval = .seconds(7 * 24 * 3600)
    pace.maximum = min(1, maximum)
    return pace
  }

  package enum Decision: Hashable, Sendable {
    case write
    case wait(Duration)
    case nothing
  }

  /// What follows when the text differs from the one that the commit shows.
  ///
  /// - Parameters:
  ///   - writes: the number of writes before.
  ///   - isFirstFailure: whether the commit does not show yet that tests fail.
  ///   - elapsed: since the last write, or since the start of the review.
  package func decide(writes: Int, isFirstFailure: Bool, elapsed: Duration) -> Decision {
    guard writes < maximum else { return .nothing }
    return isFirstFailure || elapsed >= interval ? .write : .wait(interval - elapsed)
  }
}

/// Writes the status of a review in progress while it runs.
package final class ProgressStatus: Sendable {
  private struct State {
    var review: RunningReview
    var shown: RunningReview
    var writes = 0
    var changed: ContinuousClock.Instant
    var isWaiting = false
    /// Whether a request was sent, so that its response is waited for.
    var isSending = false
    var isEnded = false
  }

  private let state: Locked<State>
  private let pace: StatusPace
  private let write: @Sendable (_ text: String, _ willSend: @escaping @Sendable () throws -> Void) async -> Bool
  private let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  private let now: @Sendable () -> ContinuousClock.Instant
  private let sleep: @Sendable (Duration) async throws -> Void
  private let writing = Locked<Task<Void, Never>?>(nil)

  /// - Parameters:
  ///   - head: the commit.
  ///   - write: publishes the text, and returns whether that succeeded; after a failure, nothing more is written. Calls
  ///     `willSend` right before each request, which is not sent if that throws.
  package init(
    of head: CommitID, pace: StatusPace = StatusPace(),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    write: @escaping @Sendable (_ text: String, _ willSend: @escaping @Sendable () throws -> Void) async -> Bool
  ) {
    self.pace = pace
    self.now = now
    self.sleep = sleep
    self.write = write
    let review = RunningReview(of: head)
    state = Locked(State(review: review, shown: review, changed: now()))
  }

  package func read(_ event: ProgressEvent) {
    let isChanged = state.withLock { state in
      let before = state.review
      state.review.read(event)
      return state.review != before
    }
    if isChanged { change.yield() }
  }

  /// Begins to write; call it when the commit shows that it is reviewed.
  package func begin() {
    let task = Task {
      await withTaskGroup(of: Void.self) { group in
        for await _ in changes { await update(&group) }
        group.cancelAll()
      }
    }
    writing.withLock { $0 = task }
  }

  /// Writes nothing more, and returns after the response to a request that was sent, so that the final status is the
  /// last one. A write that waits for its turn is cancelled.
  package func end() async {
    let isSending = state.withLock { state in
      state.isEnded = true
      return state.isSending
    }
    change.finish()
    let task = writing.withLock { $0 }
    if !isSending { task?.cancel() }
    await task?.value
  }

  private func willSend() throws {
    try state.withLock { state in
      guard !state.isEnded else { throw CancellationError() }
      state.isSending = true
    }
  }

  private func update(_ group: inout TaskGroup<Void>) async {
    let decision = state.withLock { state -> (StatusPace.Decision, text: String) in
      guard !state.isEnded, state.review.text != state.shown.text else { return (.nothing, "") }
      let isFirstFailure = state.review.failures > 0 && state.shown.failures == 0
      let decision = pace.decide(
        writes: state.writes, isFirstFailure: isFirstFailure, elapsed: state.changed.duration(to: now()))
      switch decision {
      case .write: (state.shown, state.writes) = (state.review, state.writes + 1)
      case .wait:
        guard !state.isWaiting else { return (.nothing, "") }
        state.isWaiting = true
      case .nothing: break
      }
      return (decision, state.review.text)
    }
    switch decision.0 {
    case .nothing: break
    case .write:
      let isWritten = await write(decision.text) { [self] in try willSend() }
      if !isWritten, state.withLock(\.isSending) { try? await sleep(pace.settling) }
      state.withLock { state in
        state.changed = now()
        state.isSending = false
        if !isWritten { state.isEnded = true }
      }
    case .wait(let time):
      group.addTask { [self] in
        try? await sleep(time)
        state.withLock { $0.isWaiting = false }
        change.yield()
      }
    }
  }
}
