// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue

/// The sender of a request.
struct Visitor: Hashable, Sendable {
  /// The names of the signed-in accounts, by the names of their forges.
  var accounts: [String: String] = [:]
  /// The token of forms; `nil` without a session.
  var formToken: String?
  /// The review that a link gave access to.
  var linkedReview: ReviewJob.ID?

  static let anonymous = Visitor()

  var isSignedIn: Bool { !accounts.isEmpty }
}
