// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import SystemPackage

/// The changes of a working tree against a base, committed or not.
package struct LocalChange: Hashable, Codable, Sendable {
  /// The top folder of the working tree.
  package let root: FilePath
  /// The commit that the working tree is compared with; `nil` if every file counts as changed.
  package let mergeBase: CommitID?
  /// The name that led to the merge base, such as `origin/main`.
  package let baseName: String?
  /// What chose the base, such as `GITHUB_BASE_REF` or `upstream`; `nil` if it is only a usual name, or an argument.
  package let baseReason: String?
  package private(set) var changes: ChangeSet
  /// The blobs of modified and renamed files before the change, by the path after it.
  package let oldBlobs: [String: CommitID]
  /// The blobs of files after the change; `nil` if the files are in the working tree.
  package let newBlobs: [String: CommitID]?
  /// The commits since the merge base; `nil` without a comparison.
  package let commits: ProposedCommits?

  package init(
    root: FilePath, mergeBase: CommitID?, baseName: String?, baseReason: String? = nil, changes: ChangeSet,
    oldBlobs: [String: CommitID] = [:], newBlobs: [String: CommitID]? = nil, commits: ProposedCommits? = nil
  ) {
    self.baseReason = baseReason
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
  /// The base and what chose it, such as `origin/main (GITHUB_BASE_REF)`; `nil` without a comparison.
  package var baseDescription: String? {
    baseName.map { name in baseReason.map { "\(name) (\($0))" } ?? name }
  }

  /// Returns the change with a subset of its files.
  package func replacing(_ files: [ChangedFile]) -> LocalChange {
    var change = self
    change.changes = ChangeSet(files: files)
    return change
  }
}

/// The base that a working tree is compared with.
package enum LocalScope: Hashable, Sendable {
  /// The branch that the checked-out branch is to be merged into: the one that a CI system's variable names, an upstream
  /// that is not the branch's own remote branch, or the default branch.
  case proposed
  /// The upstream branch, also if it is the branch's own remote branch; else the default branch.
  case unpushed
  /// The named revision.
  case since(String)
  /// No base: every file counts as changed.
  case everything
  /// The last commit: only uncommitted changes.
  case worktree
  /// The last commit, compared with the index instead of the working tree.
  case staged
  /// The commits that a push would add to a remote branch; the working tree is ignored.
  case pushed(PushedRef)
}

/// One line of the standard input of git's hook `pre-push`.
package struct PushedRef: Hashable, Codable, Sendable {
  package let localName: String
  package let local: CommitID
  /// The commit of the remote branch; `nil` if the branch is missing on the remote.
  package let remote: CommitID?

  /// Parses `LOCAL-REF LOCAL-ID REMOTE-REF REMOTE-ID` lines. Deleted branches are left out.
  ///
  /// - Returns: `nil` for a line with another form.
  package static func all(in input: String) -> [PushedRef]? {
    var refs: [PushedRef] = []
    for line in input.split(separator: "\n") {
      let fields = line.split(separator: " ").map(String.init)
      guard fields.count == 4, let local = CommitID(fields[1]), let remote = CommitID(fields[3]) else { return nil }
      guard !local.isZero else { continue }
      refs.append(PushedRef(localName: fields[0], local: local, remote: remote.isZero ? nil : remote))
    }
    return refs
  }
}

extension CommitID {
  /// Whether it is git's id for no object, all zeros.
  package var isZero: Bool { hex.allSatisfy { $0 == "0" } }
}

/// Inspects checkouts and the configuration of git on this host.
package protocol CheckoutInspector: Sendable {
  /// Returns the URL of the remote `origin` of the repository around `folder`; `nil` without such a remote.
  func originURL(around folder: FilePath) async throws(WorkspaceError) -> String?

  /// Returns the `url.TO.insteadOf = FROM` entries of the given git configuration files, which may be missing.
  func rewrites(in files: [FilePath]) async -> [URLRewrite]
}

/// A replacement of URLs in git's configuration.
package struct URLRewrite: Hashable, Codable, Sendable {
  /// The prefix of a URL.
  package var from: String
  /// The prefix that replaces it.
  package var to: String

  package init(from: String, to: String) {
    self.from = from
    self.to = to
  }
}

/// Keeps bare copies of the repositories on one server that packages depend on and that its token can read.
package protocol DependencyMirror: Sendable {
  /// Updates the copy of a repository, and reads its manifests.
  ///
  /// - Parameters:
  ///   - url: an https URL.
  ///   - revision: the commit of the manifests; `nil` for the default branch.
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
