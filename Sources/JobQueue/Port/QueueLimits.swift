// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The maximum lengths of stored texts from outside, in bytes. Forges stay far below: their limits for names are 100
/// and 255.
package enum QueueLimits {
  package static let deliveryID = 200
  package static let event = 100
  package static let name = 1_000
  package static let subject = 600
  package static let owner = 200
  package static let reason = 1_000
  package static let verdict = 200
  package static let remoteID = 200
  /// The maximum number of marked publications in a list, not a length.
  package static let markedPublications = 1_000
}

extension QueueError {
  /// - Throws: ``QueueError/Code/invalid`` when the text is empty or too long.
  package static func check(_ text: String, _ what: String, _ limit: Int) throws(QueueError) {
    guard !text.isEmpty else { throw QueueError(.invalid, "\(what) is empty") }
    guard text.utf8.count <= limit else {
      throw QueueError(.invalid, "\(what) has \(text.utf8.count) bytes, more than \(limit)")
    }
    // SQLite would truncate the text there.
    guard !text.utf8.contains(0) else { throw QueueError(.invalid, "\(what) has a null character") }
  }
}

extension RepositoryReference {
  /// - Throws: ``QueueError/Code/invalid`` for a value that cannot be stored; see ``QueueLimits``.
  package func check() throws(QueueError) {
    try QueueError.check(forge, "the forge's name", QueueLimits.name)
    try QueueError.check(name, "the repository's name", QueueLimits.name)
  }
}

extension PullRequestReference {
  /// - Throws: ``QueueError/Code/invalid`` for a value that cannot be stored; see ``QueueLimits``.
  package func check() throws(QueueError) {
    try repository.check()
    guard number >= 0 else { throw QueueError(.invalid, "a pull request has the number \(number)") }
  }
}

extension Delivery {
  /// - Throws: ``QueueError/Code/invalid`` for a value that cannot be stored; see ``QueueLimits``.
  package func check() throws(QueueError) {
    try QueueError.check(forge, "the forge's name", QueueLimits.name)
    try QueueError.check(id, "the delivery's id", QueueLimits.deliveryID)
    try QueueError.check(event, "the delivery's event", QueueLimits.event)
    if let action { try QueueError.check(action, "the delivery's action", QueueLimits.event) }
    try pullRequest?.check()
    try QueueError.check(bodyDigest, "the digest of the delivery's body", 64)
  }
}

extension DeliveryEffect {
  /// - Throws: ``QueueError/Code/invalid`` for a value that cannot be stored; see ``QueueLimits``.
  package func check() throws(QueueError) {
    switch self {
    case .ignored, .malformed: break
    case .request(let request): try request.check()
    case .cancel(let request): try request.pullRequest.check()
    }
  }
}

extension JobRequest {
  /// - Throws: ``QueueError/Code/invalid`` for a value that cannot be stored; see ``QueueLimits``.
  package func check() throws(QueueError) {
    try pullRequest.check()
    guard pullRequest.number > 0 ? kind.isForPullRequest : kind.isForRepository else {
      throw QueueError(.invalid, "\(pullRequest) cannot have a job of the kind \(kind.rawValue)")
    }
    if !subject.isEmpty { try QueueError.check(subject, "the job's subject", QueueLimits.subject) }
  }
}

extension PauseScope {
  /// - Throws: ``QueueError/Code/invalid`` for a value that cannot be stored; see ``QueueLimits``.
  package func check() throws(QueueError) {
    switch self {
    case .all: break
    case .forge(let name): try QueueError.check(name, "the forge's name", QueueLimits.name)
    case .repository(let repository): try repository.check()
    }
  }
}

extension Approval {
  /// - Throws: ``QueueError/Code/invalid`` for a value that cannot be stored; see ``QueueLimits``.
  package func check() throws(QueueError) {
    try pullRequest.check()
    try QueueError.check(approver, "the approver's name", QueueLimits.name)
  }
}

extension JobEnding {
  /// - Throws: ``QueueError/Code/invalid`` for a value that cannot be stored; see ``QueueLimits``.
  package func check() throws(QueueError) {
    switch self {
    case .done(_, let verdict, let labels):
      try QueueError.check(verdict, "the verdict", QueueLimits.verdict)
      try Self.check(labels ?? [])
    case .needsLabels(let labels): try Self.check(labels)
    case .stopped, .superseded, .needsApproval: break
    }
  }

  private static func check(_ labels: [WorkerLabel]) throws(QueueError) {
    guard labels.count <= WorkerLabel.mostWanted else {
      throw QueueError(.invalid, "a job needs \(labels.count) labels, more than \(WorkerLabel.mostWanted)")
    }
  }
}

extension ClaimScope {
  /// - Throws: ``QueueError/Code/invalid`` for a value that cannot be stored; see ``QueueLimits``.
  package func check() throws(QueueError) {
    if let machine { try QueueError.check(machine, "the machine's name", QueueLimits.owner) }
  }
}

extension PublicationKey {
  /// - Throws: ``QueueError/Code/invalid`` for a value that cannot be stored; see ``QueueLimits``.
  package func check() throws(QueueError) {
    try pullRequest.check()
    try QueueError.check(name, "the publication's name", QueueLimits.name)
  }
}
