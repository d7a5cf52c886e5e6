// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Finds defects in the files of a change.
public protocol Linter: Sendable {
  func findings(in change: ReviewedChange) async -> ReviewedFindings
}

/// The files to check.
public struct ReviewedChange: Sendable {
  public let root: any SourceFolder
  public let changes: ChangeSet
  /// Whether every line counts as changed.
  public let isEverythingInChange: Bool
  /// The contents of the files; `nil` to read them below the root.
  public let texts: [String: [UInt8]]?

  public init(
    root: any SourceFolder, changes: ChangeSet, isEverythingInChange: Bool = false, texts: [String: [UInt8]]? = nil
  ) {
    self.root = root
    self.changes = changes
    self.isEverythingInChange = isEverythingInChange
    self.texts = texts
  }

  /// Returns the change with the files that satisfy a predicate.
  public func selecting(_ isIncluded: (ChangedFile) -> Bool) -> ReviewedChange {
    ReviewedChange(
      root: root, changes: ChangeSet(files: changes.files.filter(isIncluded)),
      isEverythingInChange: isEverythingInChange, texts: texts)
  }
}

extension ReviewedChange: Hashable {
  /// Folders are equal if their paths are.
  public static func == (left: ReviewedChange, right: ReviewedChange) -> Bool {
    left.root.path == right.root.path && left.changes == right.changes && left.texts == right.texts
      && left.isEverythingInChange == right.isEverythingInChange
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(root.path)
    hasher.combine(changes)
  }
}

/// Findings in the order of a report, and notes about files that were not checked.
public struct ReviewedFindings: Hashable, Sendable {
  public let found: [LocatedFinding]
  public let notes: [Note]
  /// The files that a rule could not look at.
  public let unchecked: [UncheckedFile]
  /// The findings that comments suppress, which are not among the others; none of a file whose findings are cached.
  public let suppressed: [SuppressedFinding]
  /// What the change suppresses; only of a linter that knows the base.
  public let suppressions: [Suppression]

  public init(
    found: [LocatedFinding], notes: [Note] = [], unchecked: [UncheckedFile] = [],
    suppressed: [SuppressedFinding] = [], suppressions: [Suppression] = []
  ) {
    self.unchecked = unchecked
    self.suppressed = suppressed
    self.suppressions = suppressions
    self.found = found
    self.notes = notes
  }

  /// Findings without the texts of their lines.
  public init(findings: [Finding], notes: [Note] = []) {
    self.init(found: findings.map { LocatedFinding(finding: $0, lineText: nil) }, notes: notes)
  }

  public var findings: [Finding] { found.map(\.finding) }
}
