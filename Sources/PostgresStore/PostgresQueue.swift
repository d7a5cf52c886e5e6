// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import Findings
  import JobQueue
  import ReviewContract

  /// A queue in a PostgreSQL database. Many can be open at once, in one process or in several.
  final class PostgresQueue: ReviewQueue {
    private let pool: PostgresPool
    private let deliveries: DeliveryLine
    /// The connection that holds the keeper's lock.
    private let keeping: PostgresPool
    private let notifications: PostgresNotifications
    /// The jobs that this machine's daemon ran before its restart. They were queued again, or are dead.
    let interrupted: [ReviewJob.ID]
    private let isVisitor: Bool
    let followed: FollowedPolicy

    var policy: QueuePolicy { followed.current }

    init(_ settings: PostgresQueueSettings, isVisitor: Bool = false) throws(QueueError) {
      self.isVisitor = isVisitor
      followed = settings.followed
      do {
        notifications = try PostgresNotifications(settings)
        let session = PostgresSession(settings) { [notifications] in notifications.send($0) }
        try session.prepare { connection in
          let migrator = PostgresMigrator()
          if isVisitor { try migrator.check(connection) } else { try migrator.migrate(connection) }
        }
        if !isVisitor {
          try session.change {
            try settings.followed.store(settings.policy, by: "reviewbot serve", replaces: false, $0)
          }
          // Another process may have stored its policy first.
          settings.followed.expire()
        }
        interrupted = isVisitor ? [] : try session.takeOver()
        session.close()
      } catch {
        throw QueueError(postgres: error)
      }
      pool = PostgresPool(settings) { [notifications] in notifications.send($0) }
      deliveries = DeliveryLine(pool)
      var keeping = settings
      keeping.connections = 1
      self.keeping = PostgresPool(keeping) { _ in }
    }

    var now: Timestamp { get async throws(QueueError) { try await query { try $0.now } } }

    func record(_ delivery: Delivery, effect: DeliveryEffect) async throws(QueueError) -> DeliveryReceipt {
      try delivery.check()
      try effect.check()
      return try await deliveries.record(GroupedDelivery(delivery: delivery, effect: effect))
    }

    func perform<Value: Codable & Sendable>(
      _ step: @escaping @Sendable (inout any QueueSteps) throws -> Value
    ) async throws(QueueError) -> Value {
      try await write { transaction in
        var steps: any QueueSteps = transaction
        return try step(&steps)
      }
    }

    func claim(by owner: String, _ scope: ClaimScope) async throws(QueueError) -> Lease? {
      try QueueError.check(owner, "the owner's name", QueueLimits.owner)
      try scope.check()
      return try await pool.perform { try PostgresClaims(session: $0, owner: owner, scope: scope).claim() }
    }

    func renew(_ lease: Lease) async throws(QueueError) -> LeaseRenewal {
      try await change { try $0.renew(lease) }
    }

    func reclaim() async throws(QueueError) -> [ReviewJob.ID] { try await pool.perform { try $0.reclaim() } }

    func sweep() async throws(QueueError) -> Int { try await pool.perform { try $0.sweep() } }

    func listen(_ onChange: @escaping @Sendable (QueueChange) -> Void) {
      notifications.listen { [followed] change in
        if change.contains(.policy) { followed.expire() }
        onChange(change)
      }
    }

    func notifyOthers(of change: QueueChange) { notifications.send(change) }

    /// The advisory lock, any number that no other program in this database uses: `RVBK`.
    private static let keepersLock: Int64 = 0x5256_424b

    func becomeKeeper() async throws(QueueError) -> KeeperTerm? {
      // The lock belongs to the connection. A connection that already holds it acquires it again.
      try await keeping.perform { session in
        try session.read { connection in
          let row = try connection.run(
            """
            SELECT pg_try_advisory_lock($1::bigint), pid || ' ' || backend_start
            FROM pg_stat_activity WHERE pid = pg_backend_pid()
            """, [SQLValue(Self.keepersLock)]
          ).first
          return try row?.flag(0) == true ? (row?.text(1)).map { KeeperTerm(name: $0) } : nil
        }
      }
    }

    func close() async throws(QueueError) {
      // If the database is unreachable, the next start treats this as a crash, which is lenient with jobs.
      if !isVisitor { try? await change { try $0.endIncarnation() } }
      await pool.close()
      await keeping.close()
      // Sends the notifications of the last changes.
      await notifications.close()
    }

    /// Runs a step exactly once, regardless of lost connections.
    @discardableResult
    func write<Value: Codable & Sendable>(
      _ step: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async throws(QueueError) -> Value {
      try await pool.perform { try $0.write { try step($0) } }
    }

    /// Runs an idempotent step.
    func change<Value: Sendable>(
      _ step: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async throws(QueueError) -> Value {
      try await pool.perform { try $0.change { try step($0) } }
    }

    func read<Value: Sendable>(
      _ query: @escaping @Sendable (any QueueRecords) throws -> Value
    ) async throws(QueueError) -> Value { try await self.query { try query($0) } }

    func query<Value: Sendable>(
      _ query: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws(QueueError) -> Value {
      try await pool.perform { try $0.read(query) }
    }
  }
#endif
