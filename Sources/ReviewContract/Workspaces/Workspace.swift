// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import SystemPackage

/// A pull request's head in a separate directory, with the data from fetching it.
package struct Workspace: Hashable, Codable, Sendable {
  /// The folder with the head's files. It contains no `.git`.
  package let root: FilePath
  package let head: CommitID
  /// The tip of the base branch.
  package let base: CommitID
  /// The name of the base branch, which is the default branch if the pull request names none.
  package let baseBranch: String?
  package let mergeBase: CommitID
  /// The differences between the merge base and the head.
  package let changes: ChangeSet
  /// The result of merging the head into the base's tip.
  package let merge: MergeResult
  /// The first line of the head's commit message, written by its author: hostile text.
  package let headSubject: String
  /// The commits that the change adds; `nil` if they are unknown.
  package let commits: ProposedCommits?
  /// The old versions of changed files; `nil` if they were not written.
  package let oldFiles: OldFiles?
  /// The texts of `.reviewbot.yml` at the base tip, at the merge base and at the head; `nil` without the file.
  package let baseConfiguration: String?
  package let mergeBaseConfiguration: String?
  package let headConfiguration: String?
  /// The texts of the configurations of SwiftLint and swift-format and of the baseline at the base tip, by path.
  package let baseLintFiles: [String: String]
  /// The folder with the base tip's files, if they were requested.
  package let baseRoot: FilePath?
  /// Files of the head, or of its merge, that were not written.
  package let omitted: OmittedFiles
  /// Notes for the report, such as several merge bases.
  package let notes: [String]
  /// The texts of the changed files, if they were requested.
  package private(set) var sources: [ChangedSource]?
  /// The ``CommitListing`` of the head; `nil` if none was written.
  package let listing: FilePath?

  package init(
    root: FilePath, head: CommitID, base: CommitID, baseBranch: String? = nil, mergeBase: CommitID, changes: ChangeSet,
    merge: MergeResult = .sameAsHead, headSubject: String = "", commits: ProposedCommits? = nil,
    oldFiles: OldFiles? = nil, baseConfiguration: String?, mergeBaseConfiguration: String? = nil,
    headConfiguration: String?,
    baseLintFiles: [String: String] = [:], baseRoot: FilePath? = nil,
    omitted: OmittedFiles = OmittedFiles(), notes: [String] = [], sources: [ChangedSource]? = nil,
    listing: FilePath? = nil
  ) {
    self.sources = sources
    self.listing = listing
    self.root = root
    self.head = head
    self.base = base
    self.baseBranch = baseBranch
    self.mergeBase = mergeBase
    self.changes = changes
    self.merge = merge
    self.headSubject = headSubject
    self.commits = commits
    self.oldFiles = oldFiles
    self.baseConfiguration = baseConfiguration
    self.mergeBaseConfiguration = mergeBaseConfiguration
    self.headConfiguration = headConfiguration
    self.baseLintFiles = baseLintFiles
    self.baseRoot = baseRoot
    self.omitted = omitted
    self.notes = notes
  }
}

extension Workspace {
  /// The workspace without texts, for the half that runs the code under review.
  package var withoutSources: Workspace {
    var workspace = self
    workspace.sources = nil
    return workspace
  }

  /// Returns whether a file can be a configuration of SwiftLint (a YAML file with `swiftlint` in its name), or is one
  /// of swift-format.
  package static func isLintConfiguration(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    if name == ".swift-format" { return true }
    return name.contains("swiftlint") && (name.hasSuffix(".yml") || name.hasSuffix(".yaml"))
  }

  /// Returns the paths of files that a configuration may name: configurations of SwiftLint and a baseline.
  ///
  /// It scans for keys, which can find more than the configuration's reader, and misses unusual notations.
  package static func lintReferences(in text: String, at path: String) -> [String] {
    let folder = path.split(separator: "/").dropLast()
    let references = text.matches(of: /\b(?:parent_config|child_config|baseline|swiftlint):[ \t]*["']?([^"'#,}\n]+)/)
      .map { $0.output.1 }
    return (references.prefix(16) + extendedFiles(in: text).prefix(16)).compactMap { reference in
      var parts = Array(folder)
      for part in reference.trimmed.split(separator: "/") {
        switch part {
        case ".": continue
        case "..": if parts.popLast() == nil { return nil }
        default: parts.append(part)
        }
      }
      return parts.isEmpty ? nil : parts.joined(separator: "/")
    }
  }
}

extension Workspace {
  /// Returns the files under `extends` in a `.reviewbot.yml`, in one line or as a list.
  private static func extendedFiles(in text: String) -> [Substring] {
    guard let match = text.firstMatch(of: /(?m)^extends:([^\n]*(?:\n[ \t]*-[ \t][^\n]*)*)/) else { return [] }
    return match.output.1.split(separator: "\n").flatMap { line in
      line.prefix { $0 != "#" }.split { "[],\"'".contains($0) }
        .map { $0.trimmingPrefix(/[ \t]*(?:-[ \t]+)?/) }.filter { !$0.allSatisfy(\.isWhitespace) }
    }
  }
}

/// Fetches the code of a pull request.
package protocol WorkspaceProvider: Sendable {
  /// Fetches head and base, compares them, and checks the head out into a new folder.
  func checkOut(_ pullRequest: PullRequest, progress: @escaping ProgressHandler) async throws(WorkspaceError)
    -> Workspace
}

/// The result of merging the head into the tip of its base.
package enum MergeResult: Hashable, Codable, Sendable {
  /// The base has no changes that the head lacks: the files of the merge are those of the head.
  case sameAsHead
  /// These paths have conflicts; ordered.
  case conflict(paths: [String])
  /// The files of the merge differ from those of the head.
  case differs(MergeOverlay)
}

/// The changes that turn a checkout of the head into one of the merge. Only differing files are written, so that a
/// build folder stays valid for all others.
package struct MergeOverlay: Hashable, Codable, Sendable {
  /// The id of the tree of the merge.
  package let tree: CommitID
  /// The folder with the merged version of each file that differs from the head, at the same path.
  package let folder: FilePath
  /// The files in the folder, ordered.
  package let written: [String]
  /// Files of the head that are missing in the merge, ordered.
  package let removed: [String]

  package init(tree: CommitID, folder: FilePath, written: [String], removed: [String]) {
    self.tree = tree
    self.folder = folder
    self.written = written
    self.removed = removed
  }
}

extension Substring {
  /// The text without trailing white space.
  fileprivate var trimmed: Substring {
    var text = self
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
