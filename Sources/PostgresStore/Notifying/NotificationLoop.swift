// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import CInterop
  import JobQueue

  /// The loop of the thread of ``PostgresNotifications``. libpq blocks, and one thread uses a connection at a time.
  final class NotificationLoop {
    private static let pauseBetweenAttempts = Duration.seconds(1)

    private let settings: PostgresQueueSettings
    private let state: Locked<PostgresNotifications.State>
    private let wakeup: WakeupPipe
    private var connection: PostgresConnection?
    /// Whether ``connection`` receives notifications.
    private var isListening = false
    private var nextAttempt: ContinuousClock.Instant?

    init(settings: PostgresQueueSettings, state: Locked<PostgresNotifications.State>, wakeup: WakeupPipe) {
      self.settings = settings
      self.state = state
      self.wakeup = wakeup
    }

    func run() {
      while true {
        let (isClosing, listener) = state.withLock { ($0.isClosing, $0.listener) }
        if isClosing {
          send()
          connection = nil
          return
        }
        if delay == .zero { send() }
        // After sending, because a response can include notifications, which no longer make the socket readable.
        if let listener { receive(listener) }
        // Without a listener nothing reads the socket, so that unread data would end each wait at once.
        wakeup.wait(for: isListening ? connection?.descriptor : nil, pause)
      }
    }

    private var delay: Duration? { state.withLock { $0.throttle.delay(at: .now) } }

    /// The timeout of the next wait; `nil` to wait for an event only.
    private var pause: Duration? {
      [delay, nextAttempt.map { max(ContinuousClock.now.duration(to: $0), .zero) }].compactMap(\.self).min()
    }

    private func send() {
      let change = state.withLock { $0.throttle.take(at: .now) }
      guard !change.isEmpty else { return }
      // Retried once on a new connection, because the server may have been restarted.
      for _ in 0..<2 {
        do {
          try connected().run(
            "SELECT pg_notify($1, $2)",
            [SQLValue(PostgresNotifications.channel), SQLValue(NotificationPayload.text(of: change))])
          return
        } catch {
          disconnect()
        }
      }
    }

    private func receive(_ listener: PostgresNotifications.Listener) {
      do {
        try listen(listener)
        let texts = try connection?.notifications() ?? []
        let change = texts.map { NotificationPayload.change($0) }.reduce(into: QueueChange()) { $0.formUnion($1) }
        if !change.isEmpty { listener(change) }
      } catch {
        let isFirst = isListening
        disconnect()
        // Most connections end because the server was restarted, so the first attempt is immediate.
        nextAttempt = .now + (isFirst ? .zero : Self.pauseBetweenAttempts)
      }
    }

    private func listen(_ listener: PostgresNotifications.Listener) throws {
      if isListening { return }
      if let nextAttempt, nextAttempt > .now { return }
      try connected().run("LISTEN \(PostgresNotifications.channel)")
      isListening = true
      nextAttempt = nil
      // Something may have been missed.
      listener(.all)
    }

    private func connected() throws(PostgresFailure) -> PostgresConnection {
      if let connection, connection.isUsable { return connection }
      disconnect()
      let connection = try settings.connect()
      self.connection = connection
      return connection
    }

    private func disconnect() {
      connection = nil
      isListening = false
    }
  }
#endif
