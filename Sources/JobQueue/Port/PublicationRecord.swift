// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Something that reviewbot published on a forge.
package struct PublicationKey: Hashable, Codable, Sendable {
  package enum Channel: String, Codable, Sendable, CaseIterable {
    /// One for a pull request, whatever its head.
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

/// What is known of something that was published, or was about to be.
package struct PublicationRecord: Hashable, Codable, Sendable {
  /// With the head that it was last written for.
  package let key: PublicationKey
  /// The forge's id of it.
  package let remoteID: String?
  /// The fingerprint of what the forge was last known to show.
  package let fingerprint: String?
  /// The fingerprint of what was to be written, until that is confirmed. While it is set it is not known whether the
  /// forge shows it: look before creating it again.
  package let intended: String?
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
  /// It has to be written; with the record from before, if there was one.
  case pending(PublicationRecord?)
}
