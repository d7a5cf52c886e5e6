// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The queue's database.
package struct QueueDatabase: Hashable, Codable, Sendable {
  package var connection: DatabaseConnection
  /// The file with the password; `nil` if the database requires none.
  package var passwordFile: SecretFile?
}

/// A conninfo string or a URI of libpq. Only libpq can validate it.
package typealias DatabaseConnection = Located<String>

extension DatabaseConnection {
  package var text: String { value }

  /// Returns an error about this value, with its location.
  ///
  /// - Parameters:
  ///   - message: the message without the value, which may contain a password.
  ///   - file: the operator's file.
  package func error(_ message: String, remedy: String?, file: String) -> ConfigurationError {
    let mark = mark ?? YAMLMark(line: 1, column: 1)
    return ConfigurationError(problems: [
      Problem(file: file, line: mark.line, column: mark.column, message: message, remedy: remedy)
    ])
  }
}

extension ConfigurationCodec<DatabaseConnection> {
  static var databaseConnection: ConfigurationCodec {
    let expectation = "conninfo string or a URI of PostgreSQL"
    let schema: JSONValue = ["type": "string", "minLength": 1, "maxLength": 4096]
    return ConfigurationCodec(
      description: CodecDescription(expectation: expectation, schema: schema), text: { plain($0.text) }
    ) { (node) throws(ValueError) in
      // An invalid text may contain a password, and must not be shown.
      guard case .scalar(let text) = node.content, (1...4_096).contains(text.utf8.count) else {
        throw ValueError("expected a \(expectation)", remedy: "write it as in host=db.example.com dbname=reviewbot")
      }
      return DatabaseConnection(text, at: node.mark)
    }
  }
}

extension ConfigurationCodec<QueueDatabase> {
  static var queueDatabase: ConfigurationCodec {
    let keys = [
      ConfigurationKey<QueueDatabase>(
        "connection", \.connection, .databaseConnection, "The database, as a conninfo string or a URI of libpq.",
        example: "host=db.example.com dbname=reviewbot user=reviewbot"),
      ConfigurationKey<QueueDatabase>(
        "password_file", \.passwordFile, .optional(.secretFile), "The file of the password.",
        example: "/etc/reviewbot/database-password"),
    ]
    // The connection is required: this value is never used.
    let initial = QueueDatabase(connection: DatabaseConnection("-"))
    return mapping(
      "mapping with connection and password_file", initial, keys, required: ["connection"], isSecret: true)
  }
}
