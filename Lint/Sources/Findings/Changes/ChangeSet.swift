// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The files that differ between the merge base and the head, ordered by path.
public struct ChangeSet: Hashable, Codable, Sendable {
  public let files: [ChangedFile]

  public init(files: [ChangedFile]) {
    self.files = files.sorted { $0.path < $1.path }
  }

  /// - Parameter path: the path in the head, or the old path of a deleted file.
  public func file(at path: String) -> ChangedFile? {
    files.first { $0.path == path }
  }

  public var addedLineCount: Int { files.reduce(0) { $0 + $1.addedLines.count } }
  public var removedLineCount: Int { files.reduce(0) { $0 + $1.removedLines.count } }
}

/// A file that a change adds, modifies, deletes or renames.
public struct ChangedFile: Hashable, Sendable {
  public enum Status: String, Codable, Sendable {
    case added, modified, deleted, renamed, typeChanged
  }

  /// The type of the file after the change (before it, for a deleted file).
  public enum Kind: String, Codable, Sendable {
    case regular, executable, symbolicLink, submodule
  }

  /// The path relative to the repository's root, with `/` between its components.
  public let path: String
  /// The path before a rename.
  public let oldPath: String?
  public let status: Status
  public let kind: Kind
  public let isBinary: Bool
  public private(set) var hunks: [Hunk]
  /// Added lines that differ from the old version only in white space.
  public private(set) var respacedLines: LineSet
  /// Added lines of Swift code that the change removes elsewhere, in this file or another.
  public private(set) var movedLines: LineSet
  /// The old positions of ``movedLines``, as far as one line became one line.
  public private(set) var movedRuns: [MovedRun]
  /// Whether the old version of a Swift file had a ``GeneratedMark``.
  public private(set) var wasGenerated: Bool
  /// The path of the file that has the text, if symbolic links lead from ``path`` to it.
  public let linkedPath: String?
  /// The reason why the file, or a part of it, is not compared as the compiler reads it, as the end of a sentence;
  /// `nil` if it is. Only for sources, and for links and submodules, below which there may be sources.
  public private(set) var uncheckedReason: String?

  public init(
    path: String, oldPath: String? = nil, status: Status, kind: Kind = .regular, isBinary: Bool = false,
    hunks: [Hunk] = [], respacedLines: LineSet = [], movedLines: LineSet = [],
    movedRuns: [MovedRun] = [], wasGenerated: Bool = false, linkedPath: String? = nil, uncheckedReason: String? = nil
  ) {
    self.linkedPath = linkedPath
    self.uncheckedReason = uncheckedReason
    self.path = path
    self.oldPath = oldPath
    self.status = status
    self.kind = kind
    self.isBinary = isBinary
    self.hunks = hunks
    self.respacedLines = respacedLines
    self.movedLines = movedLines
    self.movedRuns = movedRuns
    self.wasGenerated = wasGenerated
  }

  /// The lines of the new version that were added or changed, as reviewers see them.
  public var addedLines: LineSet { hunks.addedLines }

  /// Removed lines of the old version.
  public var removedLines: LineSet { hunks.removedLines }

  /// The added lines without changes of white space and moves, of which coverage is measured.
  public var newLines: LineSet { addedLines.subtracting(respacedLines).subtracting(movedLines) }

  /// Whether the new version is text.
  public var hasText: Bool { status != .deleted && isText }

  /// Whether it is a text file, before the change if it was deleted.
  public var isText: Bool { !isBinary && (kind == .regular || kind == .executable) }

  /// The path below which the new version is read, without symbolic links.
  public var textPath: String { linkedPath ?? path }

  /// Returns the file with a classification of its added lines.
  public func marking(respaced: LineSet, moved: LineSet, from runs: [MovedRun] = []) -> ChangedFile {
    var file = self
    (file.respacedLines, file.movedLines, file.movedRuns) = (respaced, moved, runs)
    return file
  }

  /// Returns the file with other hunks.
  public func replacing(hunks: [Hunk]) -> ChangedFile {
    var file = marking(respaced: [], moved: [])
    file.hunks = hunks
    return file
  }

  /// Returns the file with the generated mark of its old version.
  public func marking(wasGenerated: Bool) -> ChangedFile {
    var file = self
    file.wasGenerated = wasGenerated
    return file
  }

  /// Returns the file with a reason why it is not compared as the compiler reads it.
  public func marking(unchecked reason: String?) -> ChangedFile {
    var file = self
    file.uncheckedReason = reason
    return file
  }
}

/// Omits default values, because a change can have a hundred thousand files, which are sent between two processes.
extension ChangedFile: Codable {
  private enum CodingKeys: String, CodingKey {
    case path, oldPath, status, kind, isBinary, hunks, respacedLines, movedLines, movedRuns, wasGenerated
    case linkedPath, uncheckedReason
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      path: try container.decode(String.self, forKey: .path),
      oldPath: try container.decodeIfPresent(String.self, forKey: .oldPath),
      status: try container.decode(Status.self, forKey: .status),
      kind: try container.decodeIfPresent(Kind.self, forKey: .kind) ?? .regular,
      isBinary: try container.decodeIfPresent(Bool.self, forKey: .isBinary) ?? false,
      hunks: try container.decodeIfPresent([Hunk].self, forKey: .hunks) ?? [],
      respacedLines: try container.decodeIfPresent(LineSet.self, forKey: .respacedLines) ?? [],
      movedLines: try container.decodeIfPresent(LineSet.self, forKey: .movedLines) ?? [],
      movedRuns: try container.decodeIfPresent([MovedRun].self, forKey: .movedRuns) ?? [],
      wasGenerated: try container.decodeIfPresent(Bool.self, forKey: .wasGenerated) ?? false,
      linkedPath: try container.decodeIfPresent(String.self, forKey: .linkedPath),
      uncheckedReason: try container.decodeIfPresent(String.self, forKey: .uncheckedReason))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(path, forKey: .path)
    try container.encodeIfPresent(oldPath, forKey: .oldPath)
    try container.encode(status, forKey: .status)
    if kind != .regular { try container.encode(kind, forKey: .kind) }
    if isBinary { try container.encode(isBinary, forKey: .isBinary) }
    if !hunks.isEmpty { try container.encode(hunks, forKey: .hunks) }
    if !respacedLines.isEmpty { try container.encode(respacedLines, forKey: .respacedLines) }
    if !movedLines.isEmpty { try container.encode(movedLines, forKey: .movedLines) }
    if !movedRuns.isEmpty { try container.encode(movedRuns, forKey: .movedRuns) }
    if wasGenerated { try container.encode(wasGenerated, forKey: .wasGenerated) }
    try container.encodeIfPresent(linkedPath, forKey: .linkedPath)
    try container.encodeIfPresent(uncheckedReason, forKey: .uncheckedReason)
  }
}

/// A hunk of the difference between two versions of a file, without context lines. Line numbers are 1-based; a count of
/// 0 means that no line was removed, or none added.
public struct Hunk: Hashable, Codable, Sendable {
  public let oldStart: Int
  public let oldCount: Int
  public let newStart: Int
  public let newCount: Int

  public init(oldStart: Int, oldCount: Int, newStart: Int, newCount: Int) {
    self.oldStart = oldStart
    self.oldCount = oldCount
    self.newStart = newStart
    self.newCount = newCount
  }
}

extension [Hunk] {
  public var addedLines: LineSet {
    LineSet(ranges: filter { $0.newCount > 0 }.map { $0.newStart...($0.newStart + $0.newCount - 1) })
  }

  public var removedLines: LineSet {
    LineSet(ranges: filter { $0.oldCount > 0 }.map { $0.oldStart...($0.oldStart + $0.oldCount - 1) })
  }
}
