// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import Foundation
  import JobQueue
  import ReviewContract

  extension PostgresQueue: SharedValues {
    func values(of kind: SharedValueKey.Kind, _ subject: String) async throws(QueueError) -> [String: [UInt8]] {
      try await query { try $0.sharedValues(kind, subject) }
    }

    func names(of kind: SharedValueKey.Kind, _ subject: String) async throws(QueueError) -> [String] {
      try await query { try $0.sharedNames(kind, subject) }
    }

    func value(for key: SharedValueKey) async throws(QueueError) -> [UInt8]? {
      try await query { try $0.sharedValues(key.kind, key.subject, name: key.name)[key.name] }
    }

    func set(_ value: [UInt8], for key: SharedValueKey, lifetime: Duration) async throws(QueueError) {
      try key.check(value)
      try await change { try $0.set(value, key, lifetime) }
    }
  }

  extension PostgresTransaction {
    /// The size of a part, in bytes.
    private static let part = 256 << 10

    fileprivate func set(_ value: [UInt8], _ key: SharedValueKey, _ lifetime: Duration) throws {
      let row = try run(
        """
        INSERT INTO shared_value(kind, subject, name, size, expires_at) VALUES($1, $2, $3, $4, $5)
        ON CONFLICT(kind, subject, name) DO UPDATE SET size = excluded.size, expires_at = excluded.expires_at
        RETURNING id
        """,
        [
          SQLValue(key.kind.rawValue), SQLValue(key.subject), SQLValue(key.name), SQLValue(value.count),
          SQLValue(now + lifetime),
        ]
      ).first
      guard let id = try row?.number(0) else { preconditionFailure("what is inserted has a number") }
      try run("DELETE FROM shared_value_part WHERE value = $1", [SQLValue(id)])
      for (number, start) in stride(from: 0, to: value.count, by: Self.part).enumerated() {
        let part = Data(value[start..<min(start + Self.part, value.count)])
        try run(
          "INSERT INTO shared_value_part VALUES($1, $2, decode($3, 'base64'))",
          [SQLValue(id), SQLValue(number), SQLValue(part.base64EncodedString())])
      }
    }
  }

  extension PostgresConnection {
    fileprivate func sharedNames(_ kind: SharedValueKey.Kind, _ subject: String) throws -> [String] {
      try run(
        """
        SELECT name FROM shared_value WHERE kind = $1 AND subject = $2 AND expires_at > queue_now()
        ORDER BY expires_at DESC, id DESC LIMIT \(SharedValueKey.mostNames)
        """, [SQLValue(kind.rawValue), SQLValue(subject)]
      ).all.map { try $0.text(0) }
    }

    /// Reads the values in one statement, so that all parts are of the same version of a value.
    ///
    /// - Parameter name: of the only value to read; `nil` for all.
    fileprivate func sharedValues(
      _ kind: SharedValueKey.Kind, _ subject: String, name: String? = nil
    ) throws -> [String: [UInt8]] {
      let rows = try run(
        """
        SELECT v.name, v.size, encode(p.content, 'base64') FROM (
          SELECT id, name, size FROM shared_value
          WHERE kind = $1 AND subject = $2 AND name = coalesce($3, name) AND expires_at > queue_now()
          ORDER BY expires_at DESC, id DESC LIMIT \(kind.mostValues)) v
        LEFT JOIN shared_value_part p ON p.value = v.id ORDER BY v.id, p.part
        """, [SQLValue(kind.rawValue), SQLValue(subject), SQLValue(name)])
      var values: [String: [UInt8]] = [:]
      var sizes: [String: Int64] = [:]
      for row in rows.all {
        let name = try row.text(0)
        sizes[name] = try row.number(1)
        // PostgreSQL wraps the lines of Base64.
        let part = row.optionalText(2).flatMap { Data(base64Encoded: $0, options: .ignoreUnknownCharacters) } ?? Data()
        values[name, default: []] += part
      }
      guard sizes.allSatisfy({ values[$0.key]?.count == Int($0.value) }) else {
        throw QueueError(.damaged, "the queue's database does not hold all of the \(kind.rawValue) of \(subject)")
      }
      return values
    }
  }
#endif
