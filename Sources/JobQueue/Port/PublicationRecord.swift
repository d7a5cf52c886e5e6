// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import ReviewContract

/// The key of a publication on a forge.
package struct PublicationKey: Hashable, Codable, Sendable {
  package enum Channel: String, Codable, Sendable, CaseIterable {
    /// One for each pull request, regardless of its head.
    case comment
    /// One for each head.
    case status, checkRun
  }

  package let pullRequest: PullRequestReference
  package let channel: Channel
  /// The marker's name, or the status's context.
  package let name: String
  package let head: CommitID

  package init(pullRequest: PullRequestReference, channel: Channel, name: String, head: CommitID) {
    self.pullRequest = pullRequest
    self.channel = channel
    self.name = name
    self.head = head
  }
}

/// The record of a publication, or of an intended one.
package struct PublicationRecord: Hashable, Codable, Sendable {
  /// The key, with the head of the last write.
  package let key: PublicationKey
  /// The forge's id of the publication.
  package let remoteID: String?
  /// The fingerprint of the contents last confirmed on the forge.
  package let fingerprint: String?
  /// The fingerprint of the contents to be written, until the write is confirmed. While it is set, it is unknown
  /// whether the forge shows them: search before creating the publication again.
  package let intended: String?
  /// The time of the last intent or confirmation, or at which a later job published the same contents.
  package let changedAt: Timestamp

  package init(
    key: PublicationKey, remoteID: String?, fingerprint: String?, intended: String?, changedAt: Timestamp
  ) {
    self.key = key
    self.remoteID = remoteID
    self.fingerprint = fingerprint
    self.intended = intended
    self.changedAt = changedAt
  }
}

/// A publication in the outbox: recorded before it is written to the forge, confirmed after that.
package enum OutboxEntry: Hashable, Codable, Sendable {
  /// The forge shows it already.
  case published(PublicationRecord)
  /// It has to be written; with the previous record, if any.
  case pending(PublicationRecord?)
}
