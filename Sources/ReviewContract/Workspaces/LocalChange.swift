// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// The changes of a working tree against its upstream, committed or not.
package struct LocalChange: Hashable, Codable, Sendable {
  /// The top folder of the working tree.
  package let root: FilePath
  /// The commit that the change is compared with; `nil` when every file counts.
  package let mergeBase: CommitID?
  /// The name that led to the merge base, such as `origin/main`.
  package let baseName: String?
  package let changes: ChangeSet
  /// The blobs of modified and renamed files before the change, by the path after it.
  package let oldBlobs: [String: CommitID]
  /// The blobs of files after the change; `nil` when the working tree has them.
  package let newBlobs: [String: CommitID]?
  /// The commits since the merge base; `nil` when nothing is compared.
  package let commits: ProposedCommits?

  package init(
    root: FilePath, mergeBase: CommitID?, baseName: String?, changes: ChangeSet, oldBlobs: [String: CommitID] = [:],
    newBlobs: [String: CommitID]? = nil, commits: ProposedCommits? = nil
  ) {
    self.commits = commits
    self.root = root
    self.mergeBase = mergeBase
    self.baseName = baseName
    self.changes = changes
    self.oldBlobs = oldBlobs
    self.newBlobs = newBlobs
  }
}

extension LocalChange {
  /// The same change with other files, which are among those of the change.
  package func replacing(_ files: [ChangedFile]) -> LocalChange {
    LocalChange(
      root: root, mergeBase: mergeBase, baseName: baseName, changes: ChangeSet(files: files), oldBlobs: oldBlobs,
      newBlobs: newBlobs, commits: commits)
  }
}

/// The base that a working tree is compared with.
package enum LocalScope: Hashable, Sendable {
  /// The upstream branch, else `origin/HEAD`, `origin/main`, `origin/master`, `main`, `master`: the first that exists.
  case upstream
  /// The named revision.
  case since(String)
  /// Nothing: every file counts as changed.
  case everything
  /// The last commit: only what is not committed.
  case worktree
  /// The last commit, and the index is compared instead of the working tree.
  case staged
  /// The commits that a push would add to a remote branch; the working tree does not matter.
  case pushed(PushedRef)
}

/// One line of the standard input of git's hook `pre-push`.
package struct PushedRef: Hashable, Codable, Sendable {
  package let localName: String
  package let local: CommitID
  /// `nil` for a branch that the remote does not have.
  package let remote: CommitID?

  package init(localName: String, local: CommitID, remote: CommitID?) {
    self.localName = localName
    self.local = local
    self.remote = remote
  }

  /// Reads `LOCAL-REF LOCAL-ID REMOTE-REF REMOTE-ID` lines. Deleted branches are left out.
  ///
  /// - Returns: `nil` when a line is something else.
  package static func all(in input: String) -> [PushedRef]? {
    var refs: [PushedRef] = []
    for line in input.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 4, let local = CommitID(words[1]), let remote = CommitID(words[3]) else { return nil }
      guard !local.isZero else { continue }
      refs.append(PushedRef(localName: words[0], local: local, remote: remote.isZero ? nil : remote))
    }
    return refs
  }
}

extension CommitID {
  /// Whether it stands for no object, as git writes it.
  package var isZero: Bool { hex.allSatisfy { $0 == "0" } }
}

/// Reads facts about git on this machine.
package protocol CheckoutInspector: Sendable {
  /// The URL of the remote `origin` of the repository around `folder`; `nil` without such a remote.
  func originURL(around folder: FilePath) async throws(WorkspaceError) -> String?

  /// The `url.TO.insteadOf = FROM` entries of the given git configuration files, of which some may not exist.
  func rewrites(in files: [FilePath]) async -> [URLRewrite]
}

/// A replacement of URLs in git's configuration.
package struct URLRewrite: Hashable, Codable, Sendable {
  /// The prefix of a URL.
  package let from: String
  /// The prefix that replaces it.
  package let to: String

  package init(from: String, to: String) {
    self.from = from
    self.to = to
  }
}

/// Keeps bare copies of repositories that packages depend on, of those that one server lets its token read.
package protocol DependencyMirror: Sendable {
  /// Brings the copy of a repository up to date, and reads the manifests in it.
  ///
  /// - Parameters:
  ///   - url: over https.
  ///   - revision: which commit's manifests are read; the default branch's without one.
  func mirror(
    _ url: String, revision: CommitID?, progress: @escaping ProgressHandler
  ) async throws(WorkspaceError) -> MirroredDependency
}

/// A bare copy of a repository that a package depends on.
package struct MirroredDependency: Hashable, Codable, Sendable {
  package let folder: FilePath
  /// The texts of `Package.swift` and `Package@swift-….swift`: hostile.
  package let manifests: [String]

  package init(folder: FilePath, manifests: [String]) {
    self.folder = folder
    self.manifests = manifests
  }
}
