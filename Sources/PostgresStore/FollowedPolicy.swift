// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import CInterop
  import Foundation
  import JobQueue
  import ReviewContract

  /// The policy of the queue's connections: the policy of the process, overridden by the values stored in the database.
  final class FollowedPolicy: Sendable {
    private struct State: Sendable {
      var policy: QueuePolicy
      /// The time of the next read; `nil` to read before the next statement.
      var nextCheck: ContinuousClock.Instant?
    }

    private let configured: QueuePolicy
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Locked<State>

    /// - Parameter configured: the policy from the configuration file.
    init(_ configured: QueuePolicy, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
      self.configured = configured
      self.now = now
      state = Locked(State(policy: configured))
    }

    var current: QueuePolicy { state.withLock { $0.policy } }

    /// Reads the stored values if they were not read recently.
    func refresh(_ connection: PostgresConnection) throws {
      let isDue = state.withLock { state in
        let now = now()
        if let nextCheck = state.nextCheck, nextCheck > now { return false }
        // So that other connections do not read them too.
        state.nextCheck = now + QueuePolicy.refresh
        return true
      }
      guard isDue else { return }
      do {
        if let applied = try read(connection) { state.withLock { $0.policy = applied.policy } }
      } catch let error as QueueError where error.code == .damaged {
        // The process keeps the known values; `appliedPolicy()` throws the error.
      } catch {
        expire()
        throw error
      }
    }

    /// Causes the stored values to be read before the next statement.
    func expire() { state.withLock { $0.nextCheck = nil } }

    /// - Returns: `nil` before the first process of the queue has stored its policy.
    func read(_ connection: PostgresConnection) throws -> AppliedPolicy? {
      let values = PolicyKey.allCases.map { "content->>'\($0.rawValue)' AS \"\($0.rawValue)\"" }
      let rows = try connection.run("SELECT applied_at, author, \(values.joined(separator: ", ")) FROM policy")
      guard let row = rows.first else { return nil }
      var policy = configured
      for (index, key) in PolicyKey.allCases.enumerated() {
        // Missing if the policy was stored by an older version without the key.
        if let value = try row.optionalNumber(2 + index) { key.set(value, in: &policy) }
      }
      return AppliedPolicy(policy: policy, at: try row.time(0), author: try row.text(1))
    }

    /// - Parameter replaces: whether a stored policy is replaced.
    func store(_ policy: QueuePolicy, by author: String, replaces: Bool, _ transaction: PostgresTransaction) throws {
      let values = PolicyKey.allCases.map { ($0.rawValue, $0.value(in: policy)) }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let content = String(decoding: try encoder.encode(Dictionary(uniqueKeysWithValues: values)), as: UTF8.self)
      // Keeps values of keys from newer versions.
      let update =
        replaces
        ? "UPDATE SET content = policy.content || excluded.content, applied_at = excluded.applied_at, author = excluded.author"
        : "NOTHING"
      try transaction.run(
        "INSERT INTO policy VALUES(1, $1::jsonb, $2, $3) ON CONFLICT(id) DO \(update)",
        [SQLValue(content), SQLValue(transaction.now), SQLValue(author)])
    }
  }

  extension PostgresQueue: SharedPolicy {
    func appliedPolicy() async throws(QueueError) -> AppliedPolicy {
      let applied = try await query { [followed] in try followed.read($0) }
      guard let applied else { throw QueueError(.damaged, "the queue's database has no policy") }
      return applied
    }

    func apply(_ policy: QueuePolicy, by author: String) async throws(QueueError) {
      try QueueError.check(author, "the author of the policy", QueueLimits.owner)
      try await change { [followed] transaction in
        try followed.store(policy, by: author, replaces: true, transaction)
        // Jobs that a limit held back may start.
        transaction.note([.policy, .jobs])
      }
      followed.expire()
    }
  }
#endif
