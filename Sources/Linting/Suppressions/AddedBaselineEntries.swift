// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
import ContainedFiles
package import Findings
import Foundation
package import ReviewContract

/// Finds the entries that a change adds to the baseline of the base's configuration.
///
/// The review uses the baseline of the base. These entries hide findings from the reviews after the merge.
package struct AddedBaselineEntries {
  private static let maximumBytes = 4 << 20

  private let workspace: Workspace
  private let path: String

  package init(_ workspace: Workspace, _ configuration: ReviewConfiguration) {
    self.workspace = workspace
    path = configuration.lint.baseline
  }

  /// - Throws: ``UsageError`` when the changed file cannot be read or is no baseline.
  package func find() throws(UsageError) -> [Suppression] {
    guard !path.isEmpty, let file = workspace.changes.file(at: path), file.status != .deleted else { return [] }
    let bytes: [UInt8]
    do {
      bytes = try ContainedDirectory(workspace.root).bytes(at: path, limit: Self.maximumBytes)
    } catch {
      throw UsageError("cannot read \"\(path)\": \(error)", remedy: "make it a regular file of at most 4 MiB")
    }
    let new = try Baseline(Data(bytes), file: path, root: workspace.root)
    // A baseline of the base that cannot be read has no effect, which is a note.
    let old = workspace.baseLintFiles[path].flatMap {
      try? Baseline(Data($0.utf8), file: path, root: workspace.root)
    }
    let oldPaths = workspace.changes.files.filter { $0.oldPath != nil }.map { ($0.path, $0.oldPath ?? $0.path) }
    return new.added(since: old, oldPaths: Dictionary(oldPaths) { first, _ in first }).map { entry in
      .baseline(path: entry.path, rule: entry.rule, count: entry.count)
    }
  }
}
