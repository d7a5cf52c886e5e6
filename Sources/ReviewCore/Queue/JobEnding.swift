// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How whoever ran a job says that it is over.
package enum JobEnding: Hashable, Sendable {
  /// The head that was reviewed, which may be newer than the one that was asked for, and what it came to.
  case done(head: CommitID, verdict: String)
  /// It was asked to stop, and did.
  case stopped
  /// The pull request has another head by now, for which there is, or will be, a job of its own.
  case superseded
  /// Nothing was run: somebody has to approve the head first. The job goes on waiting; if the approval came meanwhile, it is
  /// queued.
  case needsApproval
}

/// Why a job could not be done.
package struct JobFailure: Hashable, Sendable {
  /// What is longer is cut off: 2,000 bytes.
  package static let longestMessage = 2_000

  package let message: String
  /// Whether trying again may help.
  package let isTransient: Bool
  /// How long to wait at least before it is tried again, when somebody asked for it.
  package let retryAfter: Duration?
  /// Whether it says nothing of the job: something that every job needs, such as the forge, is away.
  package let isOutage: Bool

  package init(_ message: String, isTransient: Bool, retryAfter: Duration? = nil, isOutage: Bool = false) {
    // Whoever keeps texts with a null at their end would cut it there.
    let text = message.contains("\0") ? message.replacing("\0", with: "\u{fffd}") : message
    self.message = text.truncated(toBytes: Self.longestMessage)
    self.isTransient = isTransient
    self.retryAfter = retryAfter
    self.isOutage = isOutage
  }
}

extension String {
  /// The longest beginning that fits and is cut through no scalar.
  func truncated(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: limit)
    while end > startIndex, end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}
