// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import JobQueue
package import ReviewContract
#if PostgreSQL
  import SecretMasking
#endif

/// Who opens a queue: a machine, and one start of its daemon.
package struct QueueProcess: Hashable, Sendable {
  /// Kept in the machine's state folder, so that a daemon recognizes what it ran before it was started again.
  package let machine: String
  /// Different for each start.
  package let incarnation: String

  package init(machine: String, incarnation: String) {
    self.machine = machine
    self.incarnation = incarnation
  }
}

/// Which database a queue is in and how it decides.
package struct PostgresQueueSettings: Sendable {
  #if PostgreSQL
    let place: PostgresPlace
    let password: @Sendable () throws -> String?
    let followed: FollowedPolicy
  #endif
  package let process: QueueProcess
  /// That of the operator's file.
  package let policy: QueuePolicy
  /// How many connections there are at most.
  package var connections = 4
  /// Stands for the database's time, in tests.
  package var manualClock: (any QueueClock)?

  /// - Parameters:
  ///   - connection: a conninfo string or a URI, as libpq reads them, without a password.
  ///   - password: called before each connection, so that it can change; `nil` where the database requires none.
  /// - Throws: ``QueueError/Code/invalid``; ``QueueError/Code/failed`` when this program was built without PostgreSQL.
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

/// A queue in a PostgreSQL database, which several processes use at once.
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

  /// Opens the queue; tables are made if there are none, and what this machine's daemon ran before is queued again.
  /// Blocks.
  ///
  /// - Throws: ``QueueError/Code/newerSchema``, ``QueueError/Code/unsuitablePlace``.
  package func queue(_ settings: PostgresQueueSettings) throws(QueueError) -> any SharedQueue {
    #if PostgreSQL
      try PostgresQueue(settings)
    #else
      // Settings cannot be made either.
      throw QueueError(.failed, "this reviewbot was built without PostgreSQL")
    #endif
  }

  /// Opens the queue without taking anything over, as for a command beside a running daemon. Blocks.
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
