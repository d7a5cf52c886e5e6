// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ContainedFiles
package import Findings
import ReviewContract
import SystemPackage

/// Distinguishes a change that cannot affect a build from one that can.
///
/// A file counts as documentation by its name, and only where no target can have it as a source or a resource: outside
/// of the folders that SwiftPM searches, and outside of each path that a manifest names.
package struct DocumentationChange: Sendable {
  private static let longestManifest = 1 << 20

  private let paths: [String]
  private let areFiles: Bool
  private let folder: ContainedDirectory

  /// - Parameter folder: the checkout of the head.
  package init(_ changes: ChangeSet, in folder: ContainedDirectory) {
    paths = changes.files.flatMap { [$0.path, $0.oldPath].compactMap(\.self) }
    // A link can lead a build anywhere, and a submodule has any content.
    areFiles = changes.files.allSatisfy { $0.kind == .regular || $0.kind == .executable }
    self.folder = folder
  }

  /// - Parameters:
  ///   - paths: of changed regular files.
  ///   - folder: the checkout with the change.
  init(_ paths: [String], in folder: ContainedDirectory) {
    self.paths = paths
    areFiles = true
    self.folder = folder
  }

  /// `false` for a change without files, and if the paths of a manifest cannot be determined from its text.
  package var isOnlyDocumentation: Bool {
    guard !paths.isEmpty, areFiles, paths.allSatisfy(DocumentName.matches) else { return false }
    // The manifests of the root, and of each folder above a changed file.
    let folders = Set(paths.flatMap { path in path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) } })
    return folders.union([""]).allSatisfy { package in
      guard let named = namedPaths(inManifestsOf: package) else { return false }
      return !paths.contains { path in named.contains { path == $0 || path.hasPrefix($0 + "/") } }
    }
  }

  /// The paths in the repository that a package's manifests name in any way, including manifests for versions of the
  /// tools.
  ///
  /// - Returns: none without a manifest; `nil` if one cannot be read, builds a path from other values, or names the
  ///   whole folder.
  private func namedPaths(inManifestsOf package: String) -> [String]? {
    do throws(ContainedDirectory.Failure) {
      let names = try folder.entries(of: package).map(\.name).filter {
        $0 == "Package.swift" || $0.hasPrefix("Package@swift-") && $0.hasSuffix(".swift")
      }
      var paths: [String] = []
      for name in names {
        let text = try folder.text(at: package.isEmpty ? name : "\(package)/\(name)", limit: Self.longestManifest)
        guard let named = Self.namedPaths(in: text, of: package) else { return nil }
        paths += named
      }
      return paths
    } catch {
      return error == .missing ? [] : nil
    }
  }

  private static func namedPaths(in manifest: String, of package: String) -> [String]? {
    // Interpolations and escapes, and literals in which a quotation mark does not end them.
    guard !manifest.contains("\\"), !manifest.contains("#\"") else { return nil }
    let literals = manifest.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }.filter { !$0.isEmpty }
    // Each literal can be a path of a target or of a resource.
    let paths = literals.map { FilePath(package).pushing(FilePath($0)).lexicallyNormalized().string }
    return paths.contains { $0 == package || $0 == "." || $0.isEmpty } ? nil : paths
  }
}
