// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import CInterop
  import JobQueue

  /// What the thread of ``PostgresNotifications`` does: libpq blocks, and one thread uses a connection at a time.
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
        // Afterwards, because an answer can bring notifications with it, and the socket does not show them any more.
        if let listener { receive(listener) }
        // Without a listener nothing reads what comes, so that it would end each waiting.
        wakeup.wait(for: isListening ? connection?.descriptor : nil, pause)
      }
    }

    private var delay: Duration? { state.withLock { $0.throttle.delay(at: .now) } }

    /// `nil` when only an event is waited for.
    private var pause: Duration? {
      [delay, nextAttempt.map { max(ContinuousClock.now.duration(to: $0), .zero) }].compactMap(\.self).min()
    }

    private func send() {
      let change = state.withLock { $0.throttle.take(at: .now) }
      guard !change.isEmpty else { return }
      // Once more on a new connection, because the server may have been started again.
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
        // Most connections end because the server was started again: the first attempt is made at once.
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
