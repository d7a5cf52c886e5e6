// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText

/// An error of one domain, with a message for people: what failed, and the remedy.
///
/// The values are plain text, so that they cross from a child process to its parent. The codes of a domain are open:
/// static members of `CodedError<Domain>.Code`.
package struct CodedError<Domain>: ExplainedError, Codable, Hashable {
  /// Identifies the kind of the error within its domain.
  package struct Code: RawRepresentable, ExpressibleByStringLiteral, Codable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    package init(stringLiteral name: String) {
      rawValue = name
    }
  }

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

  /// Message, cause and remedy, without hidden scalars: each of them can quote text of the pull request or of a server.
  package var description: String {
    let cause = underlying.map { ": \(HostileText($0).multiline())" } ?? ""
    let advice = remedy.map { "; \(HostileText($0).multiline())" } ?? ""
    return HostileText(message).multiline() + cause + advice
  }
}

/// Coverage could not be read.
package typealias CoverageError = CodedError<CoverageFailure>
/// The domain of ``CoverageError``.
package enum CoverageFailure {}

extension CoverageError.Code {
  /// The tests left no profile.
  package static var noProfiles: Self { "noProfiles" }
  /// The toolchain has no llvm-cov or llvm-profdata.
  package static var toolMissing: Self { "toolMissing" }
  /// llvm-cov or llvm-profdata failed.
  package static var toolFailed: Self { "toolFailed" }
  /// A report has a format or a version that is not known.
  package static var unknownFormat: Self { "unknownFormat" }
  /// A report cannot be opened.
  package static var unreadable: Self { "unreadable" }
  /// A report is truncated or does not conform to its format.
  package static var malformed: Self { "malformed" }
  /// No file of the change is in the measurement, although some should be.
  package static var pathMismatch: Self { "pathMismatch" }
  /// A report is over a limit.
  package static var tooLarge: Self { "tooLarge" }
}

/// A request to a forge failed.
package typealias ForgeError = CodedError<ForgeFailure>
/// The domain of ``ForgeError``.
package enum ForgeFailure {}

extension ForgeError.Code {
  /// There is no such repository or pull request, or the token has no access to it.
  package static var notFound: Self { "notFound" }
  /// The token is wrong, expired or revoked.
  package static var badToken: Self { "badToken" }
  /// The token does not have the permission.
  package static var forbidden: Self { "forbidden" }
  /// The forge could not be reached.
  package static var unreachable: Self { "unreachable" }
  /// The forge, or a proxy in front of it, failed to answer.
  package static var unavailable: Self { "unavailable" }
  /// The forge requests a delay.
  package static var rateLimited: Self { "rateLimited" }
  /// The forge refused the request.
  package static var rejected: Self { "rejected" }
  /// The forge's answer could not be understood.
  package static var unreadable: Self { "unreadable" }
  /// Anything else.
  package static var failed: Self { "failed" }
}

extension ForgeError {
  /// Whether a retry may succeed without a change of configuration.
  package var isTransient: Bool {
    switch code {
    case .unreachable, .unavailable, .rateLimited: true
    default: false
    }
  }
}

/// The queue could not be opened, or an operation on it failed.
package typealias QueueError = CodedError<QueueFailure>
/// The domain of ``QueueError``.
package enum QueueFailure {}

extension QueueError.Code {
  /// Another process has the queue open.
  package static var inUse: Self { "inUse" }
  /// A newer program wrote the queue.
  package static var newerSchema: Self { "newerSchema" }
  /// The file is not a queue.
  package static var notAQueue: Self { "notAQueue" }
  /// The location is not safe for a queue.
  package static var unsuitablePlace: Self { "unsuitablePlace" }
  /// No space is left; nothing was changed.
  package static var diskFull: Self { "diskFull" }
  /// The disk failed, or the file is damaged.
  package static var damaged: Self { "damaged" }
  /// The lease expired, or another worker holds it.
  package static var leaseLost: Self { "leaseLost" }
  /// The job was cancelled.
  package static var cancelled: Self { "cancelled" }
  /// There is no such job.
  package static var notFound: Self { "notFound" }
  /// The request is invalid.
  package static var invalid: Self { "invalid" }
  /// The queue was closed.
  package static var closed: Self { "closed" }
  /// Anything else.
  package static var failed: Self { "failed" }
}

/// A pull request's code could not be fetched, compared or checked out.
package typealias WorkspaceError = CodedError<WorkspaceFailure>
/// The domain of ``WorkspaceError``.
package enum WorkspaceFailure {}

extension WorkspaceError.Code {
  /// The repository has no such pull request.
  package static var missingPullRequest: Self { "missingPullRequest" }
  /// The repository has no such base branch.
  package static var missingBase: Self { "missingBase" }
  /// The repository has no such revision.
  package static var missingRevision: Self { "missingRevision" }
  /// The head has no commit that the base lacks.
  package static var nothingToReview: Self { "nothingToReview" }
  /// Head and base have no commit in common.
  package static var noMergeBase: Self { "noMergeBase" }
  /// There is no git repository at that path.
  package static var notARepository: Self { "notARepository" }
  /// The server requires other credentials, or the folder other permissions.
  package static var accessDenied: Self { "accessDenied" }
  /// The server could not be reached.
  package static var unreachable: Self { "unreachable" }
  /// The server stopped answering, or took too long.
  package static var timedOut: Self { "timedOut" }
  /// No space is left for the mirror or the workspace.
  package static var diskFull: Self { "diskFull" }
  /// The repository or the change is over a limit.
  package static var tooLarge: Self { "tooLarge" }
  /// The tree contains an entry that cannot be checked out safely.
  package static var unsafeContent: Self { "unsafeContent" }
  /// Objects or refs of the repository are missing or broken.
  package static var damaged: Self { "damaged" }
  /// Anything else.
  package static var failed: Self { "failed" }
}

extension WorkspaceError {
  /// The error for a pull request whose head is part of its base.
  package static func nothingToReview(_ head: String, beyond base: String) -> WorkspaceError {
    WorkspaceError(
      .nothingToReview, "\(head) has no commit that its base \(base) lacks",
      remedy: "add a commit to it, or name another base with --base")
  }

  /// Whether a retry would fail in the same way until the repository is changed.
  package var isLasting: Bool {
    let lasting: Set<Code> = [
      .missingBase, .nothingToReview, .noMergeBase, .notARepository, .tooLarge, .unsafeContent,
    ]
    return lasting.contains(code)
  }
}
