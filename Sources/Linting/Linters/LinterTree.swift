// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import ContainedFiles
import Findings
import Rules

/// Copies of the files for a linter, with the configurations that are in force.
///
/// Copies are needed for texts that are not in the checkout: of the index, of the base. The linters that reviewbot
/// knows read the configuration that is nearest to a file, and in a review that must be the base's, not the pull
/// request's.
struct LinterTree: Sendable {
  /// The name of the folder with the copies.
  static let name = "source"
  private static let largestConfiguration = 64 << 10
  private static let maximumConfigurations = 64

  let linter: ExternalLinter
  let configurations: [String: String]?
  let change: ReviewedChange

  var isNeeded: Bool { change.texts != nil || linter.isBuiltIn && configurations != nil }

  /// Writes the files.
  ///
  /// - Returns: the paths of files that could not be read or written.
  func write(to directory: ContainedDirectory, in folder: String) throws(ContainedDirectory.Failure) -> [String] {
    try directory.makeDirectory(folder)
    let tree = try directory.subdirectory(folder)
    let checkout = ContainedDirectory(change.root.path)
    let paths = change.changes.files.map(\.path)
    let known =
      linter.isBuiltIn && configurations != nil
      ? configurations ?? [:]
      : Self.configurations(in: checkout, for: paths).filter { !paths.contains($0.key) }
    for (path, text) in known.sorted(by: { $0.key < $1.key }) {
      // A configuration at the path of a changed file is skipped, because that file takes its place.
      try? Self.write(Array(text.utf8), to: path, in: tree)
    }
    var skipped: [String] = []
    for file in change.changes.files where known[file.path] == nil {
      do throws(ContainedDirectory.Failure) {
        guard let texts = change.texts else {
          let bytes = try checkout.bytes(at: file.textPath, limit: RuleLinter.maximumBytes)
          try Self.write(bytes, to: file.path, in: tree)
          continue
        }
        guard let bytes = texts[file.path] else { throw .missing }
        try Self.write(bytes, to: file.path, in: tree)
      } catch {
        skipped.append(file.path)
      }
    }
    return skipped
  }

  private static func write(
    _ bytes: [UInt8], to path: String, in tree: ContainedDirectory
  ) throws(ContainedDirectory.Failure) {
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    if !folder.isEmpty { try tree.makeDirectory(folder) }
    try tree.write(bytes, to: path)
  }

  /// Returns the small hidden files beside and above the files, which configure linters.
  private static func configurations(in checkout: ContainedDirectory, for paths: [String]) -> [String: String] {
    var folders: Set<String> = [""]
    for path in paths {
      var parts = path.split(separator: "/").dropLast()
      while !parts.isEmpty, folders.insert(parts.joined(separator: "/")).inserted { parts.removeLast() }
    }
    var found: [String: String] = [:]
    for folder in folders.sorted() {
      // An unreadable folder contains no configuration.
      for entry in (try? checkout.entries(of: folder)) ?? [] {
        guard found.count < maximumConfigurations else { return found }
        guard entry.name.hasPrefix("."), entry.status.kind == .file, entry.status.size <= largestConfiguration else {
          continue
        }
        let path = folder.isEmpty ? entry.name : "\(folder)/\(entry.name)"
        found[path] = try? checkout.text(at: path, limit: largestConfiguration)
      }
    }
    return found
  }
}
