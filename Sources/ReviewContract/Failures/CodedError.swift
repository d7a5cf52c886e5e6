// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText

/// An error of one port, with a message for people: what failed, and the remedy.
///
/// The values are plain text, so that they cross from a child process to its parent.
package struct CodedError<Kind: FailureCode>: ExplainedError, ClassifiedError, Codable, Hashable {
  package typealias Code = Kind

  package let code: Code
  /// The operation that failed and its object, in one sentence without a full stop.
  package let message: String
  /// The action that the reader can take, in one sentence without a full stop.
  package let remedy: String?
  /// The message of the part that failed.
  package let underlying: String?
  /// The delay that a server requires before further requests; `nil` when it states none.
  package let retryAfter: Duration?

  package init(
    _ code: Code, _ message: String, remedy: String? = nil, underlying: String? = nil, retryAfter: Duration? = nil
  ) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.underlying = underlying
    self.retryAfter = retryAfter
  }

  package var status: ExitStatus { .couldNotRun }

  package var failureClass: FailureClass { code.failureClass }

  /// Message, cause and remedy, without hidden scalars: each of them can quote text of the pull request or of a server.
  package var description: String {
    let cause = underlying.map { ": \(HostileText($0).multiline())" } ?? ""
    let advice = remedy.map { "; \(HostileText($0).multiline())" } ?? ""
    return HostileText(message).multiline() + cause + advice
  }
}
