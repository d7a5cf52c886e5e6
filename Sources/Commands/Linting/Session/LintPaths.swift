// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ConfigurationFiles
import ContainedFiles
import Findings
import Foundation
import Git
import Linting
import Reporting
import ReviewContract
import Rules
import SystemPackage

/// The files and folders to lint.
struct LintPaths: Sendable {
  /// The paths relative to the root of the working tree; the empty string is the root.
  let paths: [String]

  /// - Throws: ``UsageError`` for a path that does not exist or is outside of the working tree.
  init(_ paths: [String], currentFolder: FilePath, root: FilePath) throws(UsageError) {
    var relative: [String] = []
    for path in paths {
      guard !path.isEmpty else {
        throw UsageError(
          "a path is empty", remedy: "name a file or folder, or nothing for all; check that the variable in it is set")
      }
      let absolute = currentFolder.pushing(FilePath(path)).lexicallyNormalized()
      // A link whose target is missing is named all the same.
      guard (try? FileManager.default.attributesOfItem(atPath: absolute.string)) != nil else {
        throw UsageError("\"\(path)\" does not exist", remedy: "name files and folders of the working tree")
      }
      guard let inside = Self.relative(absolute, to: root) else {
        throw UsageError("\"\(path)\" is outside the working tree \"\(root)\"", remedy: "name files and folders inside")
      }
      relative.append(inside)
    }
    self.paths = relative
  }

  /// Returns the changes of the named files and folders; all changes if there are no names.
  func select(from changes: ChangeSet) -> ChangeSet {
    guard !paths.isEmpty else { return changes }
    return ChangeSet(
      files: changes.files.filter { file in
        paths.contains { $0.isEmpty || file.path == $0 || file.path.hasPrefix($0 + "/") }
      })
  }

  /// The path relative to the root; `nil` if it is outside. Git resolves links in the root, so a path that is not in it
  /// is compared again with its links resolved.
  static func relative(_ path: FilePath, to root: FilePath) -> String? {
    if let inside = String(relativePath: path.string, from: root.string) { return inside }
    let resolved = URL(fileURLWithPath: path.string).resolvingSymlinksInPath().path
    let resolvedRoot = URL(fileURLWithPath: root.string).resolvingSymlinksInPath().path
    return String(relativePath: resolved, from: resolvedRoot)
  }
}

extension DisplayedPaths {
  /// The paths of a working tree as they are written in a folder of it.
  init(in folder: FilePath, root: FilePath) {
    self.init(from: LintPaths.relative(folder, to: root) ?? "")
  }
}

extension DisplayedPaths {
  /// A path below the current folder, relative to it; other paths are absolute.
  static func shown(_ path: FilePath) -> String {
    LintPaths.relative(path, to: FilePath(FileManager.default.currentDirectoryPath)) ?? path.string
  }
}

extension [Note] {
  func displayed(_ paths: DisplayedPaths) -> [Note] { map { $0.mappingPath { paths($0) } } }
}

extension FilePath {
  /// Whether the path is in a folder after symbolic links are resolved.
  func isInside(_ folder: FilePath) -> Bool {
    let resolved = { (path: FilePath) in
      // Only the existing part of the path can have links.
      var (existing, rest) = (path.lexicallyNormalized(), [String]())
      while !existing.name.isEmpty, !FileManager.default.fileExists(atPath: existing.string) {
        rest.insert(existing.name, at: 0)
        existing = existing.parent
      }
      let real = URL(fileURLWithPath: existing.string).resolvingSymlinksInPath().path
      return FilePath(([real] + rest).joined(separator: "/"))
    }
    return resolved(self).starts(with: resolved(folder))
  }
}

/// A file or folder that a request names.
struct NamedPath: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case file
    /// Git ignores the file, and does not track it.
    case ignoredFile
    case folder
    /// A pipe, a socket or a device.
    case other
  }

  /// The path as the caller wrote it.
  let text: String
  /// The path relative to the root of the working tree.
  let path: String
  let kind: Kind
}

extension LintSession {
  /// Returns the paths that a request names, except for the root of the working tree.
  func namedPaths(of request: LintRequest, in selected: borrowing SelectedFindings) async throws -> [NamedPath] {
    let root = selected.subject.change.root
    if case .text(_, let text) = request.subject {
      return selected.changes.files.map { NamedPath(text: text, path: $0.path, kind: .file) }
    }
    let paths = try LintPaths(request.paths, currentFolder: request.currentFolder, root: root).paths
    let checkout = ContainedDirectory(root)
    let changed = Set(selected.subject.change.changes.files.map(\.path))
    let folders = Set(paths.filter { $0.isEmpty || checkout.status(of: $0)?.kind == .directory })
    let unchanged = paths.filter { !folders.contains($0) && !changed.contains($0) }
    let ignored = try await git.ignored(unchanged, around: root)
    return zip(request.paths, paths).filter { !$1.isEmpty }.map { text, path in
      let kind: NamedPath.Kind =
        folders.contains(path)
        ? .folder
        : checkout.status(of: path)?.kind == .other ? .other : ignored.contains(path) ? .ignoredFile : .file
      return NamedPath(text: text, path: path, kind: kind)
    }
  }
}

extension SelectedFindings {
  /// A note about each named file or folder that was not looked at: without it, the absence of findings would be read as
  /// the result of a check.
  var notesOnNames: [Note] {
    guard !named.isEmpty else { return [] }
    let changed = Dictionary(subject.change.changes.files.map { ($0.path, $0) }) { first, _ in first }
    let checked = checkedFiles.map(\.path)
    let paths = Set(checked)
    return named.compactMap { name in
      if name.kind == .folder {
        let isChecked = checked.contains { $0.hasPrefix(name.path + "/") }
        return isChecked ? nil : Note("\(name.text) has no file that \(difference(isFolder: true))")
      }
      if name.kind == .other { return Note(path: name.path, was: "not checked", because: "it is not a regular file") }
      if name.kind == .ignoredFile {
        return Note(path: name.path, end: " is ignored by git", endOfSeveral: " are ignored by git")
      }
      guard let file = changed[name.path] else {
        return Note(path: name.path, end: " is \(difference())", endOfSeveral: " are \(difference(isSeveral: true))")
      }
      // The text of a link is checked at the path of the file that it leads to.
      guard !paths.contains(file.path), file.linkedPath == nil else { return nil }
      // A source that could not be read is a finding.
      let isUnread = file.uncheckedReason != nil || unchecked.contains { $0.path == file.path }
      guard !isUnread || !SourceName.isSource(file.path) else { return nil }
      return Note(path: name.path, was: "not checked", because: reason(of: file))
    }
  }

  private func reason(of file: ChangedFile) -> String {
    if let unread = unchecked.first(where: { $0.path == file.path }) { return unread.reason }
    if file.kind == .symbolicLink { return "it is a symbolic link" }
    if file.kind == .submodule { return "it is a submodule" }
    if !file.hasText { return "it is a binary file" }
    let lint = configuration.lint
    let excluded = configuration.ruleSettings().excluded + lint.excluded
    let isExcluded =
      excluded.contains { $0.matches(file.path) }
      || !lint.included.isEmpty && !lint.included.contains { $0.matches(file.path) }
    return isExcluded ? "it is excluded by the configuration" : "no rule applies to it"
  }

  /// The end of a sentence about files without differences from the base.
  private func difference(isFolder: Bool = false, isSeveral: Bool = false) -> String {
    guard let base = subject.change.baseName else { return isFolder ? "a rule checks" : "not in the repository" }
    let all = "--all checks \(isSeveral || isFolder ? "all" : "it")"
    return isFolder ? "a rule checks and that has changed since \(base); \(all)" : "unchanged since \(base); \(all)"
  }
}
