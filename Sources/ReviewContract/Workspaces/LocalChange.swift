// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// The changes of a working tree against its upstream, committed or not.
package struct LocalChange: Hashable, Codable, Sendable {
  /// The top folder of the working tree.
  package let root: FilePath
  /// What the change is compared with; `nil` when every file counts.
  package let mergeBase: CommitID?
  /// The name that led to the merge base, such as `origin/main`.
  package let baseName: String?
  package let changes: ChangeSet

  package init(root: FilePath, mergeBase: CommitID?, baseName: String?, changes: ChangeSet) {
    self.root = root
    self.mergeBase = mergeBase
    self.baseName = baseName
    self.changes = changes
  }
}

/// What a working tree is compared with.
package enum LocalScope: Hashable, Sendable {
  /// The upstream branch, else `origin/HEAD`, `origin/main`, `origin/master`, `main`, `master`: the first that exists.
  case upstream
  /// The named revision.
  case since(String)
  /// Nothing: every file counts as changed.
  case everything
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
