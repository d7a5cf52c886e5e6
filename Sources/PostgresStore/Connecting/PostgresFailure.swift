// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import ReviewContract

  /// An error of the database or its connection.
  struct PostgresFailure: Error {
    /// The SQLSTATE of five characters; `nil` if the connection failed.
    let state: String?
    let message: String
    /// Whether no connection could be established.
    var isUnreachable = false

    var isConnectionLost: Bool {
      // 57P: the server shuts down, or starts; 08: the connection.
      guard let state else { return true }
      return state.hasPrefix("57P") || state.hasPrefix("08")
    }

    /// Whether the transaction was rolled back only because of concurrent ones, so that it is retried.
    var isCollision: Bool {
      switch state {
      // Serialization failure, deadlock, lock timeout.
      case "40001", "40P01", "55P03": true
      default: false
      }
    }

    /// Whether other steps would fail too: because of the connection, other transactions, the server's load or space,
    /// or a permission.
    var concernsOtherSteps: Bool {
      guard !isConnectionLost, !isCollision, let state else { return true }
      // 57014: a statement took too long; 53: the server's resources.
      return state == "57014" || state.hasPrefix("53") || state == "42501"
    }

    /// The error for callers of the queue.
    var queueError: QueueError {
      switch state {
      case nil:
        QueueError(
          .failed, "cannot reach the queue's database", remedy: "check the database, and the key queue",
          underlying: message)
      case "53100":
        QueueError(
          .diskFull, "no space is left for the queue's database", remedy: "free some space on its disk",
          underlying: message)
      case "57014", "55P03":
        QueueError(
          .failed, "the queue's database took too long", remedy: "check its load and its locks", underlying: message)
      case "42501":
        QueueError(
          .failed, "the database's user lacks a permission", remedy: "make it the owner of the queue's database",
          underlying: message)
      case "XX001", "XX002":
        QueueError(
          .damaged, "the queue's database is damaged", remedy: "check the database's disk",
          underlying: message)
      default: QueueError(.failed, "cannot use the queue's database", underlying: message)
      }
    }
  }

  extension QueueError {
    init(postgres error: any Error) {
      switch error {
      case let error as QueueError: self = error
      case let error as PostgresFailure: self = error.queueError
      default: self.init(.failed, "cannot use the queue's database", underlying: "\(error)")
      }
    }
  }
#endif
