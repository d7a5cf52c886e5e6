// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A fault of the stand-in forge's responses.
package struct StandInFault: Encodable, Hashable, Sendable {
  package enum Kind: String, Encodable, Sendable, CaseIterable {
    /// A response with ``status``.
    case status
    /// The secondary rate limit, on the rate of writes.
    case secondary
    /// The primary rate limit, on the number of requests.
    case primary
    case unauthorized, slow, hang, reset, short, truncate, garbage, empty, dribble, redirect
    case resetMid = "reset_mid"
    case staleETag = "stale_etag"
    case stale304
    case duplicateProcessing = "duplicate_processing"
  }

  /// The requests that a fault applies to; all when empty.
  package struct Match: Encodable, Hashable, Sendable {
    package var method: String?
    /// A regular expression that matches a part of the path with its query.
    package var path: String?
    /// The operation's id in GitHub's OpenAPI description, such as `issues/create-comment`.
    package var op: String?

    package init(method: String? = nil, path: String? = nil, op: String? = nil) {
      self.method = method
      self.path = path
      self.op = op
    }
  }

  package enum Phase: String, Encodable, Sendable {
    /// The request takes effect, and its response is lost.
    case after
  }

  package var kind: Kind
  package var match: Match
  /// How often it applies; `nil` for no limit.
  package var times: Int?
  /// The number of matching requests before the first that it applies to.
  package var skip: Int?
  package var probability: Double?
  package var phase: Phase?
  package var status: Int?
  /// The value of the `Retry-After` header, in seconds.
  package var retryAfter: Int?
  /// Seconds until a rate limit is reset.
  package var resetIn: Int?
  /// The delay of a slow response, in seconds.
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
