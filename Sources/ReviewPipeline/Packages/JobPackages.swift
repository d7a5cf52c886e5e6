// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// The packages that a job is about.
struct JobPackages: Sendable {
  /// From the repository's root, in the order in which they are tested; empty for the root itself.
  let folders: [String]
  /// What a reader has to know about the choice.
  let notes: [String]

  init(_ job: WorkspaceJob) {
    let settings = job.settings
    let root = job.workspace.root
    var folders: [String]
    var notes: [String] = []
    switch settings.packages {
    case .folders(let chosen): folders = chosen
    case .auto:
      let found = PackageFinder(root: root, excluded: settings.excluded).find()
      // Without any, the attempt to build the root says what is missing.
      folders = found.folders.isEmpty ? [""] : found.folders
      // What is left are samples and fixtures of the package that is gone.
      if !folders.contains(""), RemovedManifests.takesRootAway(job.workspace.changes) { folders.insert("", at: 0) }
      if found.isCut {
        notes.append(
          "there may be more packages than the \(found.folders.count) that were found; name them in build.package")
      }
    }
    if settings.affectedOnly, folders.count > 1 {
      let affected = AffectedPackages(root: root, changes: job.workspace.changes).among(folders)
      let others = folders.filter { !affected.contains($0) }
      if !others.isEmpty {
        notes.append("not affected by the change, so neither built nor tested: \(others.joined(separator: ", "))")
      }
      folders = affected
    }
    self.folders = folders
    self.notes = notes
  }
}
