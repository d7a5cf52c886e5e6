// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

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
