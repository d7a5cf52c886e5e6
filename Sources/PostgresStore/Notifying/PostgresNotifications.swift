// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import CInterop
  import Foundation
  import JobQueue

  /// Notifications to and from other processes about changes to the queue, over a separate connection.
  ///
  /// A notification is a hint: polling makes up for one that is lost with a connection or a process.
  final class PostgresNotifications: Sendable {
    typealias Listener = @Sendable (QueueChange) -> Void

    static let channel = "reviewbot_queue"

    struct State {
      var throttle = NotificationThrottle()
      var listener: Listener?
      var isStarted = false
      var isClosing = false
      /// Whether the thread has ended.
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

    /// Starts to listen; see ``ReviewQueue/listen(_:)``.
    func listen(_ onChange: @escaping Listener) { update { $0.listener = onChange } }

    /// Sends pending changes and closes the connection.
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

    /// Updates the state and wakes the thread, which is started at the first use because most commands change nothing.
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
