// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ResourceLoading
import ReviewContract

/// The calls that read a repository's contents and permissions.
protocol InspectionAPI: ForgeAPI {
  /// The open pull requests, the most recently changed first; `nil` for one without a commit to merge.
  func openPullRequests() -> ForgeCall<[OpenPullRequest?]>

  /// The branch of that name.
  func branch(_ name: String) -> ForgeCall<ForgeBranch>

  /// The name of the default branch; `nil` while the repository is empty.
  func defaultBranch() -> ForgeCall<String?>

  /// The visibility of the repository. Everyone only if the forge says so about all of its parts.
  func visibility() -> ForgeCall<RepositoryVisibility>

  /// The permissions of an account, of which the highest applies. A 404 means that there is no such account, or that
  /// the credential cannot read it.
  func permissions(of account: String) -> ForgeCall<[Permission]>

  /// A comment; `nil` for one of another pull request, or of an issue. A 404 means that there is no such comment.
  func comment(_ id: Int, on number: Int) -> ForgeCall<ForgeComment?>
}

/// A branch and its commit, as the forge reports them.
struct ForgeBranch: Decodable, Hashable, Sendable {
  struct Commit: Decodable, Hashable, Sendable {
    let id: String
  }

  let name: String
  let commit: Commit
}

/// The rules for the name of an account on any forge. Any other text would lead to another path of an API.
enum Login {
  /// "is too long (maximum is 255 characters)", GitLab's answer to a longer one; the others allow fewer.
  private static let longest = 255

  static func isAllowed(_ name: String) -> Bool {
    (1...longest).contains(name.utf8.count) && name != "." && name != ".."
      && name.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "/") }
  }

  /// All forges compare the names of accounts without case.
  static func isSame(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }
}

/// Git's rules for the name of a branch (git-check-ref-format). Any other text would lead to another path of an API.
enum BranchName {
  /// Our limit: a name is also the path of a file, which cannot be longer.
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

/// The pull requests of a repository that has no API: only the commits of their heads are known.
struct LocalPullRequests: PullRequestSource {
  private let repository: Repository
  private let baseBranch: String?

  /// Refs do not name the author of a head. In a folder of this machine the head is attributed to the folder's owner;
  /// behind a URL its author is unknown.
  private var isRemote: Bool { repository.cloneURL.contains("://") && !repository.cloneURL.hasPrefix("file://") }

  init(_ settings: ForgeSettings) throws(ForgeError) {
    guard let cloneURL = settings.cloneURL else {
      throw ForgeError(.failed, "the location of the repository is unknown", remedy: "give its folder or URL")
    }
    repository = Repository(forge: .local, name: settings.repository, cloneURL: cloneURL)
    baseBranch = settings.baseBranch
  }

  func pullRequest(_ number: Int, isAnnounced: Bool) async throws(ForgeError) -> PullRequest {
    PullRequest(
      repository: repository, number: number, title: "Pull request #\(number)", author: nil, url: nil, state: .open,
      isDraft: false, head: nil, headRef: "refs/pull/\(number)/head", baseBranch: baseBranch, isFromFork: isRemote)
  }
}
