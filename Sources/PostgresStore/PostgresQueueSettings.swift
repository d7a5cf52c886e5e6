// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import JobQueue
package import ReviewContract
#if PostgreSQL
  import SecretMasking
#endif

/// The process that opens a queue, identified by its machine and one start of its daemon.
package struct QueueProcess: Hashable, Sendable {
  /// The machine's identifier, kept in its state folder so that a daemon recognizes the jobs that it ran before a
  /// restart.
  package let machine: String
  /// Unique for each start.
  package let incarnation: String

  package init(machine: String, incarnation: String) {
    self.machine = machine
    self.incarnation = incarnation
  }
}

/// The database and policy of a queue.
package struct PostgresQueueSettings: Sendable {
  #if PostgreSQL
    let place: PostgresPlace
    let password: @Sendable () throws -> String?
    let followed: FollowedPolicy
  #endif
  package let process: QueueProcess
  /// The policy from the configuration file.
  package let policy: QueuePolicy
  /// The maximum number of connections.
  package var connections = 4
  /// Replaces the database's time, in tests.
  package var manualClock: (any QueueClock)?

  /// - Parameters:
  ///   - connection: a conninfo string or a URI, as libpq reads them, without a password.
  ///   - password: called before each connection, so that it can change; `nil` if the database requires none.
  /// - Throws: ``QueueError/Code/invalid``; ``QueueError/Code/failed`` if this program was built without PostgreSQL.
  package init(
    connection: String, password: @escaping @Sendable () throws -> String? = { nil }, process: QueueProcess,
    policy: QueuePolicy = QueuePolicy()
  ) throws(QueueError) {
    #if PostgreSQL
      place = try PostgresPlace(connection)
      self.password = password
      followed = FollowedPolicy(policy)
      self.process = process
      self.policy = policy
    #else
      throw QueueError(
        .failed, "queue: this reviewbot was built without PostgreSQL",
        remedy: "remove the key queue, or build with libpq-dev and --traits PostgreSQL")
    #endif
  }
}

#if PostgreSQL
  extension PostgresQueueSettings {
    /// Opens a connection. The password is read for each, so that it can be changed while the daemon runs.
    func connect() throws(PostgresFailure) -> PostgresConnection {
      let password: String?
      do {
        password = try self.password()
      } catch {
        throw PostgresFailure(state: nil, message: "\(error)", isUnreachable: true)
      }
      return try PostgresConnection(
        place.parameters(password: password), mask: SecretMask([password].compactMap { $0 }))
    }
  }
#endif

/// A queue in a PostgreSQL database, for concurrent use by several processes.
package struct PostgresQueueAssembly: Sendable {
  /// Whether this program was built with PostgreSQL.
  package static var isAvailable: Bool {
    #if PostgreSQL
      true
    #else
      false
    #endif
  }

  package init() {}

  /// Opens the queue; tables are created if there are none, and jobs that this machine's daemon ran before are queued
  /// again. Blocks.
  ///
  /// - Throws: ``QueueError/Code/newerSchema``, ``QueueError/Code/unsuitablePlace``.
  package func queue(_ settings: PostgresQueueSettings) throws(QueueError) -> any SharedQueue {
    #if PostgreSQL
      try PostgresQueue(settings)
    #else
      // Unreachable, because settings cannot be created.
      throw QueueError(.failed, "this reviewbot was built without PostgreSQL")
    #endif
  }

  /// Opens the queue without reclaiming jobs or migrating tables, for a command beside a running daemon. Blocks.
  ///
  /// - Throws: ``QueueError/Code/newerSchema``; ``QueueError/Code/failed`` if there is no queue.
  package func visitor(_ settings: PostgresQueueSettings) throws(QueueError) -> any SharedQueue {
    #if PostgreSQL
      try PostgresQueue(settings, isVisitor: true)
    #else
      throw QueueError(.failed, "this reviewbot was built without PostgreSQL")
    #endif
  }
}
