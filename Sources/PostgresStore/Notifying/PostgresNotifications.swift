// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import CInterop
  import Foundation
  import JobQueue
  import ReviewContract

  /// Notifies other processes of changes to the queue, and learns of theirs, over a connection of its own.
  ///
  /// A notification is an advice: one that is lost with a connection or a process is made up for by polling.
  final class PostgresNotifications: Sendable {
    typealias Listener = @Sendable (QueueChange) -> Void

    static let channel = "reviewbot_queue"

    struct State {
      var throttle = NotificationThrottle()
      var listener: Listener?
      var isStarted = false
      var isClosing = false
      /// The thread's.
      var hasEnded = false
      var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let settings: PostgresQueueSettings
    private let state = Locked(State())
    private let wakeup: WakeupPipe

    init(_ settings: PostgresQueueSettings) throws {
      self.settings = settings
      wakeup = try WakeupPipe()
    }

    /// Notifies the other processes soon.
    func send(_ change: QueueChange) { update { $0.throttle.add(change) } }

    /// Begins to listen; see ``ReviewQueue/listen(_:)``.
    func listen(_ onChange: @escaping Listener) { update { $0.listener = onChange } }

    /// Sends what is pending and ends the connection.
    func close() async {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          state.isClosing = true
          guard state.isStarted, !state.hasEnded else { return true }
          state.waiters.append(continuation)
          return false
        }
        if isOver { continuation.resume() } else { wakeup.wake() }
      }
    }

    /// The thread is started with the first use, because most commands change nothing.
    private func update(_ body: (inout State) -> Void) {
      let isFirst = state.withLock { state in
        body(&state)
        defer { state.isStarted = true }
        return !state.isStarted
      }
      guard isFirst else { return wakeup.wake() }
      let thread = Thread { [settings, state, wakeup] in
        NotificationLoop(settings: settings, state: state, wakeup: wakeup).run()
        let waiters = state.withLock { state in
          state.hasEnded = true
          return state.waiters
        }
        for waiter in waiters { waiter.resume() }
      }
      thread.name = "postgres-notify"
      thread.start()
    }
  }
#endif
