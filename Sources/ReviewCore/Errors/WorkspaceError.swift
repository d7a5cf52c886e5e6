// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

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
