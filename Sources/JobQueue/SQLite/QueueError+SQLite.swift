// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import GRDB
import ReviewContract

extension QueueError {
  static func system(_ message: String, _ number: Int32) -> QueueError {
    let isFull = number == ENOSPC || number == EDQUOT
    return QueueError(
      isFull ? .diskFull : .failed, message, remedy: isFull ? freeSpace : nil,
      underlying: String(cString: strerror(number)))
  }

  /// Converts an error of SQLite.
  init(_ error: any Error, _ file: String) {
    if let error = error as? QueueError {
      self = error
      return
    }
    guard let error = error as? DatabaseError else {
      self.init(.failed, "cannot use the queue \(file)", underlying: "\(error)")
      return
    }
    let cause = error.message ?? "\(error.extendedResultCode)"
    switch error.resultCode {
    case .SQLITE_FULL:
      self.init(.diskFull, "no space is left for the queue \(file)", remedy: Self.freeSpace, underlying: cause)
    case .SQLITE_NOTADB:
      self.init(.notAQueue, "\(file) is not a queue", remedy: Self.moveAway, underlying: cause)
    case .SQLITE_CORRUPT, .SQLITE_IOERR:
      self.init(
        .damaged, "the queue \(file) is damaged or unreadable",
        remedy: "check the disk; then restart, or move the file away to begin with an empty queue",
        underlying: cause)
    case .SQLITE_MISUSE:
      self.init(.closed, "the queue \(file) is closed", underlying: cause)
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(
        .failed, "another program keeps the queue \(file) locked", remedy: "stop that program", underlying: cause)
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM:
      self.init(
        .failed, "the queue \(file) cannot be opened", remedy: "check the permissions of the file and its folder",
        underlying: cause)
    default:
      self.init(.failed, "cannot use the queue \(file)", underlying: cause)
    }
  }

  static let freeSpace = "free some space on its disk"
  static let moveAway = "move the file away, or name another"
}

extension DatabaseError {
  /// Whether the whole transaction fails with it.
  var endsTransaction: Bool {
    switch resultCode {
    case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_NOMEM, .SQLITE_BUSY, .SQLITE_ABORT,
      .SQLITE_INTERRUPT, .SQLITE_READONLY:
      true
    default: false
    }
  }
}
