// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The consequences of a failure for a job of `serve`: one row of the table of failures.
///
/// The execution of jobs decides by these rows only, and they are printed in the documentation.
package struct FailureClass: Hashable, Sendable {
  /// The role that has to act, or whose failure it is.
  package enum Fault: String, Hashable, Sendable, CaseIterable {
    /// The forge, or a proxy in front of it.
    case forge
    /// The operator: a credential, a permission, a disk or the database.
    case `operator`
    /// The repository or the pull request under review.
    case repository
    /// This program.
    case reviewbot
  }

  /// The jobs that cannot start while the cause lasts.
  package enum Breaker: String, Hashable, Sendable, CaseIterable {
    /// All jobs of the forge.
    case forge
    /// All jobs of the repository.
    case repository
  }

  /// The text that the author of a pull request sees. Messages can name files and processes of the server, which must
  /// not be published.
  package enum AuthorText: String, Hashable, Sendable, CaseIterable {
    /// The message of the error.
    case message
    /// That there was an internal error.
    case internalError
  }

  /// Whether a retry may succeed.
  package let isTransient: Bool
  package let fault: Fault
  /// Whether a failed attempt counts towards the limit of attempts. If not, the job did not cause the failure: it is
  /// retried for a day, or for two weeks if the operator has to act.
  package let countsAttempt: Bool
  package let breaker: Breaker?
  package let author: AuthorText
  /// The action of the operator, as a phrase in the imperative; `nil` for none.
  package let action: String?

  /// Whether it is an outage of something that jobs need, and not a failure of the job.
  package var isOutage: Bool { isTransient && !countsAttempt }

  private init(
    isTransient: Bool, _ fault: Fault, countsAttempt: Bool, breaker: Breaker? = nil, author: AuthorText,
    action: String?
  ) {
    self.isTransient = isTransient
    self.fault = fault
    self.countsAttempt = countsAttempt
    self.breaker = breaker
    self.author = author
    self.action = action
  }

  /// The forge fails all requests, and the operator need not act.
  static func outage(ofForge action: String? = nil) -> FailureClass {
    FailureClass(
      isTransient: true, .forge, countsAttempt: false, breaker: .forge, author: .message, action: action)
  }

  /// The failure lasts until the operator acts.
  package static func outage(until action: String, breaker: Breaker? = nil, author: AuthorText = .internalError)
    -> FailureClass
  {
    FailureClass(
      isTransient: true, .operator, countsAttempt: false, breaker: breaker, author: author, action: action)
  }

  /// The failure need not occur again; the number of attempts is limited.
  static func transient(_ fault: Fault, author: AuthorText = .internalError, action: String? = nil) -> FailureClass {
    FailureClass(isTransient: true, fault, countsAttempt: true, author: author, action: action)
  }

  /// A retry would fail in the same way.
  static func permanent(_ fault: Fault, author: AuthorText = .message, action: String? = nil) -> FailureClass {
    FailureClass(isTransient: false, fault, countsAttempt: true, author: author, action: action)
  }
}

/// The code of an error of one port. Each code has a row in the table of failures.
package protocol FailureCode: RawRepresentable<String>, CaseIterable, Codable, Hashable, Sendable {
  /// The port, as a noun phrase.
  static var port: String { get }

  var failureClass: FailureClass { get }
}

/// An error whose consequences for a job are known.
package protocol ClassifiedError: Error {
  var failureClass: FailureClass { get }
  /// The delay that a server requires before further requests; `nil` when it states none.
  var retryAfter: Duration? { get }
}

extension ClassifiedError {
  package var retryAfter: Duration? { nil }
}
