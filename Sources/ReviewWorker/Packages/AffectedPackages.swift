// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import SystemPackage
import WorkerProtocol

/// Finds out which packages a change can have an effect on.
struct AffectedPackages: Sendable {
  private static let maximumManifest = 1 << 20

  let root: FilePath
  let changes: ChangeSet

  /// Those of the folders in which a file changed, or something that they name as a path, and those that name one of
  /// these.
  func among(_ folders: [String]) -> [String] {
    let paths = Dictionary(folders.map { ($0, dependencies(of: $0)) }) { first, _ in first }
    var affected = Set(
      folders.filter { folder in
        guard let named = paths[folder] ?? nil else { return true }
        return ([folder] + named).contains { hasChanges(in: $0) }
      })
    var isGrowing = true
    while isGrowing {
      let more = folders.filter { folder in
        guard !affected.contains(folder), let named = paths[folder] ?? nil else { return false }
        return named.contains { path in affected.contains { $0 == path || $0.isEmpty } }
      }
      affected.formUnion(more)
      isGrowing = !more.isEmpty
    }
    return folders.filter { affected.contains($0) }
  }

  private func hasChanges(in folder: String) -> Bool {
    changes.files.contains { file in
      [file.path, file.oldPath].compactMap(\.self).contains { folder.isEmpty || $0.hasPrefix(folder + "/") }
    }
  }

  /// The folders outside the package that its manifest names; `nil` when it names a path in a way that only running it
  /// could tell, or cannot be read.
  ///
  /// The manifest is read as text: running it is running code, and what a target's `path` says too much does no harm.
  private func dependencies(of folder: String) -> [String]? {
    let manifest = folder.isEmpty ? "Package.swift" : "\(folder)/Package.swift"
    guard let text = try? ContainedDirectory(root).text(at: manifest, limit: Self.maximumManifest) else { return nil }
    var found: [String] = []
    for piece in text.split(separator: "path:", omittingEmptySubsequences: false).dropFirst() {
      let rest = piece.drop { $0.isWhitespace }
      guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else { return nil }
      let path = rest[rest.index(after: rest.startIndex)..<end]
      guard !path.contains("\\"), !path.hasPrefix("/") else { return nil }
      if let resolved = Self.resolve(String(path), from: folder) { found.append(resolved) }
    }
    return found
  }

  /// `nil` for what leaves the repository: nothing there can change.
  private static func resolve(_ path: String, from folder: String) -> String? {
    var parts = folder.split(separator: "/").map(String.init)
    for part in path.split(separator: "/") where part != "." {
      if part == ".." {
        guard !parts.isEmpty else { return nil }
        parts.removeLast()
      } else {
        parts.append(String(part))
      }
    }
    return parts.joined(separator: "/")
  }
}

/// The packages that a job is about.
struct JobPackages: Sendable {
  /// From the repository's root, in the order in which they are tested; empty for the root itself.
  let folders: [String]
  /// What a reader has to know about the choice.
  let notes: [String]

  init(_ job: WorkerReviewRequest) {
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
