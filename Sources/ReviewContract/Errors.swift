// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText

/// Coverage could not be read.
package struct CoverageError: ReviewError {
  package struct Code: RawRepresentable, Codable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The tests left no profile.
    package static let noProfiles = Code(rawValue: "noProfiles")
    /// The toolchain has no llvm-cov or llvm-profdata.
    package static let toolMissing = Code(rawValue: "toolMissing")
    /// llvm-cov or llvm-profdata failed.
    package static let toolFailed = Code(rawValue: "toolFailed")
    /// A report has a format or a version that is not known.
    package static let unknownFormat = Code(rawValue: "unknownFormat")
    /// A report cannot be opened.
    package static let unreadable = Code(rawValue: "unreadable")
    /// A report is cut off, or is not what its format asks for.
    package static let malformed = Code(rawValue: "malformed")
    /// No file of the change is in the measurement, although some should be.
    package static let pathMismatch = Code(rawValue: "pathMismatch")
    /// A report is over a limit.
    package static let tooLarge = Code(rawValue: "tooLarge")
  }

  package let code: Code
  package let message: String
  package let remedy: String?
  package let underlying: String?

  package init(_ code: Code, _ message: String, remedy: String? = nil, underlying: String? = nil) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.underlying = underlying
  }
}

/// A request to a forge failed.
package struct ForgeError: ReviewError {
  package struct Code: RawRepresentable, Codable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// There is no such repository or pull request, or the token may not see it.
    package static let notFound = Code(rawValue: "notFound")
    /// The token is wrong, expired or revoked.
    package static let badToken = Code(rawValue: "badToken")
    /// The token may not do this.
    package static let forbidden = Code(rawValue: "forbidden")
    /// The forge could not be reached.
    package static let unreachable = Code(rawValue: "unreachable")
    /// The forge, or something in front of it, failed at answering.
    package static let unavailable = Code(rawValue: "unavailable")
    /// The forge asks to wait.
    package static let rateLimited = Code(rawValue: "rateLimited")
    /// The forge refused the request.
    package static let rejected = Code(rawValue: "rejected")
    /// The forge's answer could not be understood.
    package static let unreadable = Code(rawValue: "unreadable")
    /// Anything else.
    package static let failed = Code(rawValue: "failed")
  }

  package let code: Code
  package let message: String
  package let remedy: String?
  package let underlying: String?
  /// How long the forge wants nothing to be asked; `nil` when it does not say.
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

  /// Whether the same may go well later, without anybody changing anything.
  package var isTransient: Bool {
    switch code {
    case .unreachable, .unavailable, .rateLimited: true
    default: false
    }
  }
}

/// The queue could not be opened, or an operation on it failed.
package struct QueueError: ReviewError {
  package struct Code: RawRepresentable, Codable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Another process has the queue open.
    package static let inUse = Code(rawValue: "inUse")
    /// A newer program wrote the queue.
    package static let newerSchema = Code(rawValue: "newerSchema")
    /// The file is something else.
    package static let notAQueue = Code(rawValue: "notAQueue")
    /// The place is one where a queue is not safe.
    package static let unsuitablePlace = Code(rawValue: "unsuitablePlace")
    /// No space is left; nothing was changed.
    package static let diskFull = Code(rawValue: "diskFull")
    /// The disk failed, or the file is damaged.
    package static let damaged = Code(rawValue: "damaged")
    /// The lease expired, or another worker has it.
    package static let leaseLost = Code(rawValue: "leaseLost")
    /// The job was cancelled.
    package static let cancelled = Code(rawValue: "cancelled")
    /// There is no such job.
    package static let notFound = Code(rawValue: "notFound")
    /// The request is invalid.
    package static let invalid = Code(rawValue: "invalid")
    /// The queue was closed.
    package static let closed = Code(rawValue: "closed")
    /// Anything else.
    package static let failed = Code(rawValue: "failed")
  }

  package let code: Code
  package let message: String
  package let remedy: String?
  package let underlying: String?

  package init(_ code: Code, _ message: String, remedy: String? = nil, underlying: String? = nil) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.underlying = underlying
  }
}

/// An error that a person will read: what could not be done, with what, and what to do about it.
///
/// Every port has a type of its own that conforms. The values are plain text, so that they cross from a child process
/// to its parent.
package protocol ReviewError: Error, Codable, Hashable, CustomStringConvertible {
  associatedtype Code: RawRepresentable<String>, Codable, Hashable, Sendable

  var code: Code { get }
  /// What could not be done and with what, in one sentence without a full stop.
  var message: String { get }
  /// What the reader can do now, in one sentence without a full stop.
  var remedy: String? { get }
  /// What the failing part itself said.
  var underlying: String? { get }
}

extension ReviewError {
  /// Message, cause and remedy, without hidden scalars: each of them can quote text of the pull request or of a server.
  package var description: String {
    let cause = underlying.map { ": \(HostileText($0).multiline())" } ?? ""
    let advice = remedy.map { "; \(HostileText($0).multiline())" } ?? ""
    return HostileText(message).multiline() + cause + advice
  }
}

/// A pull request's code could not be fetched, compared or checked out.
package struct WorkspaceError: ReviewError {
  package struct Code: RawRepresentable, Codable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The repository has no such pull request.
    package static let missingPullRequest = Code(rawValue: "missingPullRequest")
    /// The repository has no such base branch.
    package static let missingBase = Code(rawValue: "missingBase")
    /// The repository has no such revision.
    package static let missingRevision = Code(rawValue: "missingRevision")
    /// Head and base have no commit in common.
    package static let noMergeBase = Code(rawValue: "noMergeBase")
    /// There is no git repository at that place.
    package static let notARepository = Code(rawValue: "notARepository")
    /// The server wants other credentials, or the folder other permissions.
    package static let accessDenied = Code(rawValue: "accessDenied")
    /// The server could not be reached.
    package static let unreachable = Code(rawValue: "unreachable")
    /// The server stopped answering, or took too long.
    package static let timedOut = Code(rawValue: "timedOut")
    /// No space is left for the mirror or the workspace.
    package static let diskFull = Code(rawValue: "diskFull")
    /// The repository or the change is over a limit.
    package static let tooLarge = Code(rawValue: "tooLarge")
    /// The tree holds something that cannot be checked out safely.
    package static let unsafeContent = Code(rawValue: "unsafeContent")
    /// Objects or refs of the repository are missing or broken.
    package static let damaged = Code(rawValue: "damaged")
    /// Anything else.
    package static let failed = Code(rawValue: "failed")
  }

  /// Whether another attempt would end in the same way until the repository is changed.
  package var isLasting: Bool {
    let lasting: Set<Code> = [.missingBase, .noMergeBase, .notARepository, .tooLarge, .unsafeContent]
    return lasting.contains(code)
  }

  package let code: Code
  package let message: String
  package let remedy: String?
  package let underlying: String?

  package init(_ code: Code, _ message: String, remedy: String? = nil, underlying: String? = nil) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.underlying = underlying
  }
}
