// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract
package import SystemPackage

/// What was mirrored: for git where the code under review runs, and for who shows it the folders.
package struct MirroredDependencies: Hashable, Codable, Sendable {
  /// Make git take the folders instead of the servers.
  package var rewrites: [URLRewrite]
  /// The mirrors; to be read only.
  package var folders: [FilePath]
  /// For the report.
  package var notes: [String]

  package init(rewrites: [URLRewrite] = [], folders: [FilePath] = [], notes: [String] = []) {
    self.rewrites = rewrites
    self.folders = folders
    self.notes = notes
  }

  /// The same, where the folders have other names.
  package func renamed(_ name: (FilePath) -> FilePath) -> MirroredDependencies {
    let names = Dictionary(folders.map { ($0.string, name($0).string) }) { first, _ in first }
    return MirroredDependencies(
      rewrites: rewrites.map { URLRewrite(from: $0.from, to: names[$0.to] ?? $0.to) },
      folders: folders.map(name), notes: notes)
  }
}
