// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A way in which the stand-in forge answers badly.
package struct StandInFault: Encodable, Hashable, Sendable {
  package enum Kind: String, Encodable, Sendable, CaseIterable {
    /// Its own status choice.
    case status
    /// A limit on how fast one may write.
    case secondary
    /// A limit on how often one may ask.
    case primary
    case unauthorized, slow, hang, reset, short, truncate, garbage, empty, dribble, redirect
    case resetMid = "reset_mid"
    case staleETag = "stale_etag"
    case stale304
    case duplicateProcessing = "duplicate_processing"
  }

  /// Which requests it hits; all without anything.
  package struct Match: Encodable, Hashable, Sendable {
    package var method: String?
    /// A regular expression that the path with its query has to contain.
    package var path: String?
    /// The operation's name in GitHub's description, such as `issues/create-comment`.
    package var op: String?

    package init(method: String? = nil, path: String? = nil, op: String? = nil) {
      self.method = method
      self.path = path
      self.op = op
    }
  }

  package enum Phase: String, Encodable, Sendable {
    /// The request takes effect, and its answer is lost.
    case after
  }

  package var kind: Kind
  package var match: Match
  /// How often it happens; for ever without it.
  package var times: Int?
  /// How many requests that match are let through before.
  package var skip: Int?
  package var probability: Double?
  package var phase: Phase?
  package var status: Int?
  /// Seconds, in the header of that name.
  package var retryAfter: Int?
  /// Seconds until a limit is over.
  package var resetIn: Int?
  /// Seconds, of what is slow.
  package var delay: Double?

  package init(
    _ kind: Kind, match: Match = Match(), times: Int? = 1, skip: Int? = nil, probability: Double? = nil,
    phase: Phase? = nil, status: Int? = nil, retryAfter: Int? = nil, resetIn: Int? = nil, delay: Double? = nil
  ) {
    self.kind = kind
    self.match = match
    self.times = times
    self.skip = skip
    self.probability = probability
    self.phase = phase
    self.status = status
    self.retryAfter = retryAfter
    self.resetIn = resetIn
    self.delay = delay
  }
}
