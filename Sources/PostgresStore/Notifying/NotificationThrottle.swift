// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import JobQueue

  /// A throttle that coalesces changes, so that a process sends at most one notification per ``interval``, the first
  /// immediately.
  struct NotificationThrottle {
    static let interval = Duration.milliseconds(10)

    private var pending: QueueChange = []
    private var earliest: ContinuousClock.Instant?

    mutating func add(_ change: QueueChange) { pending.formUnion(change) }

    /// Returns the time to wait before ``take(at:)``; `nil` while nothing is pending.
    func delay(at now: ContinuousClock.Instant) -> Duration? {
      guard !pending.isEmpty else { return nil }
      return earliest.map { max(now.duration(to: $0), .zero) } ?? .zero
    }

    /// Returns the pending changes, to send them now.
    mutating func take(at now: ContinuousClock.Instant) -> QueueChange {
      defer { pending = [] }
      if !pending.isEmpty { earliest = now + Self.interval }
      return pending
    }
  }
#endif
