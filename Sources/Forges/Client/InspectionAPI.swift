// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ResourceLoading
import ReviewContract

/// The calls that read a repository's contents and permissions.
protocol InspectionAPI: ForgeAPI {
  associatedtype PullRequests: PagedResource where PullRequests.Model.Element: ListedPullRequest

  /// The open pull requests, the most recently changed first.
  func openPullRequests() -> PullRequests

  /// The branch of that name.
  ///
  /// - Throws: ``LoadingError``, also when there is none.
  func branch(_ name: String, through service: any ResourceService) async throws(LoadingError) -> ForgeBranch

  /// The branch that is meant where none is named; `nil` while the repository is empty.
  func defaultBranch(through service: any ResourceService) async throws(LoadingError) -> String?

  /// - Throws: ``LoadingError``; a 404 means that there is no such account, or none that we may see.
  func permission(
    of account: String, through service: any ResourceService
  ) async throws(LoadingError) -> Permission

  /// - Returns: `nil` for a comment of another pull request, or of an issue.
  /// - Throws: ``LoadingError``; a 404 means that there is none.
  func comment(
    _ id: Int, on number: Int, through service: any ResourceService
  ) async throws(LoadingError) -> ForgeComment?
}

/// What a forge's list says of a pull request.
protocol ListedPullRequest: Sendable {
  /// `nil` when the forge does not say what is to be merged.
  var openPullRequest: OpenPullRequest? { get }
}

/// A branch, and what the forge says that it points to.
struct ForgeBranch: Hashable, Sendable {
  let name: String
  let commit: String
}

/// What can be the name of an account on any forge. Anything else would lead to another place of an API.
enum AccountName {
  /// "is too long (maximum is 255 characters)", GitLab's answer to a longer one; the others allow fewer.
  private static let longest = 255

  static func isAllowed(_ name: String) -> Bool {
    (1...longest).contains(name.utf8.count) && name != "." && name != ".."
      && name.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "/") }
  }

  /// No forge tells accounts apart by the case of their letters.
  static func isSame(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }
}

/// What git takes for the name of a branch (git-check-ref-format). Anything else would lead to another place of an API.
enum BranchName {
  /// Ours: a name is a path of a file too, which cannot be longer.
  private static let longest = 4_096

  static func isAllowed(_ name: String) -> Bool {
    guard (1...longest).contains(name.utf8.count), !name.contains(".."), !name.contains("@{"), name != "@",
      !name.hasPrefix("-"), !name.hasSuffix(".")
    else { return false }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && !$0.hasSuffix(".lock") }) else { return false }
    return name.utf8.allSatisfy { byte in
      switch byte {
      case 0...0x20, 0x7f, UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: ":"), UInt8(ascii: "?"),
        UInt8(ascii: "*"), UInt8(ascii: "["), UInt8(ascii: "\\"):
        false
      default: true
      }
    }
  }
}

/// GitHub's and Gitea's answer about the permission of an account in a repository.
struct CollaboratorPermission: Decodable, Hashable, Sendable {
  struct User: Decodable, Hashable, Sendable {
    let login: String
  }

  /// `admin`, `write`, `read` or `none`, to which GitHub rounds finer roles down; on Gitea also `owner`.
  let permission: String
  let user: User?

  /// No permission, when the answer is about another account.
  func level(of account: String) -> Permission {
    if let user, !AccountName.isSame(user.login, account) { return .none }
    return switch permission {
    case "admin", "owner": .admin
    case "write": .write
    case "read": .read
    default: .none
    }
  }
}

/// The part of GitHub's and Gitea's repository that is read.
struct ForgeRepository: Decodable, Hashable, Sendable {
  let defaultBranch: String?
}

/// The pull requests of a repository that has no API: only the commits of their heads are known.
struct LocalPullRequests: PullRequestSource {
  private let repository: Repository
  private let baseBranch: String?

  /// Refs do not say whose a head is. In a folder of this machine it is taken for its owner's; behind a URL it can be
  /// anybody's.
  private var isOfOthers: Bool { repository.cloneURL.contains("://") && !repository.cloneURL.hasPrefix("file://") }

  init(_ settings: ForgeSettings) throws(ForgeError) {
    guard let cloneURL = settings.cloneURL else {
      throw ForgeError(.failed, "cannot tell where the repository is", remedy: "give its folder or URL")
    }
    repository = Repository(forge: .local, name: settings.repository, cloneURL: cloneURL)
    baseBranch = settings.baseBranch
  }

  func pullRequest(_ number: Int, isAnnounced: Bool) async throws(ForgeError) -> PullRequest {
    PullRequest(
      repository: repository, number: number, title: "Pull request #\(number)", author: nil, url: nil, state: .open,
      isDraft: false, head: nil, headRef: "refs/pull/\(number)/head", baseBranch: baseBranch, isFromFork: isOfOthers)
  }
}
