// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The queue could not be opened, or an operation on it failed.
package typealias QueueError = CodedError<QueueFailure>

/// The codes of ``QueueError``.
package enum QueueFailure: String, FailureCode {
  /// Another process has the queue open.
  case inUse
  /// A newer program wrote the queue.
  case newerSchema
  /// The file is not a queue.
  case notAQueue
  /// The location is not safe for a queue.
  case unsuitablePlace
  /// No space is left; nothing was changed.
  case diskFull
  /// The disk failed, or the file is damaged.
  case damaged
  /// The lease expired, or another worker holds it.
  case leaseLost
  /// The job was cancelled.
  case cancelled
  /// There is no such job.
  case notFound
  /// The request is invalid.
  case invalid
  /// The queue was closed.
  case closed
  /// Anything else.
  case failed

  package static let port = "queue"

  package var failureClass: FailureClass {
    switch self {
    case .inUse: .outage(until: "stop the other process")
    case .newerSchema: .outage(until: "upgrade this program")
    case .notAQueue, .unsuitablePlace: .outage(until: "name another file with `state`")
    case .diskFull: .outage(until: "free disk space")
    case .damaged: .outage(until: "restore the queue from a backup")
    case .failed: .outage(until: "check the database")
    // Not failures of the job, which another worker or a later start continues, or which ends as cancelled.
    case .leaseLost, .closed, .cancelled: .transient(.reviewbot)
    case .notFound, .invalid: .transient(.reviewbot, action: "report the message")
    }
  }
}
