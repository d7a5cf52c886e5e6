// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Findings

/// The input of the rules about a pull request. All texts are hostile.
///
/// An unknown fact is `nil`: `lint` has no title, so the rules about titles do not run.
public struct ProposedChange: Sendable {
  package let changes: ChangeSet
  public var title: String?
  public var body: String?
  public var labels: [String]?
  public var author: String?
  public var isDraft: Bool?
  public var targetBranch: String?
  public var commits: ProposedCommits?
  private let newBytes: @Sendable (String) -> [UInt8]?
  private let oldBytes: (@Sendable (ChangedFile) -> [UInt8]?)?
  private let sizes: @Sendable (String) -> Int?

  /// - Parameters:
  ///   - newText: returns the bytes of a file after the change, by its path; `nil` for a missing or too large file.
  ///   - size: returns the number of bytes of a file after the change.
  ///   - oldText: returns the bytes of a file before the change; `nil` if old versions are not available.
  public init(
    _ changes: ChangeSet, newText: @escaping @Sendable (String) -> [UInt8]?,
    size: @escaping @Sendable (String) -> Int?, oldText: (@Sendable (ChangedFile) -> [UInt8]?)? = nil
  ) {
    self.changes = changes
    sizes = size
    newBytes = newText
    oldBytes = oldText
  }

  /// The facts that a rule can need besides the changed files.
  package enum Fact: String, CaseIterable, Sendable {
    case title, body, labels, author, draft, targetBranch = "target branch", commits, oldTexts = "earlier versions"
  }

  func has(_ fact: Fact) -> Bool {
    switch fact {
    case .title: title != nil
    case .body: body != nil
    case .labels: labels != nil
    case .author: author != nil
    case .draft: isDraft != nil
    case .targetBranch: targetBranch != nil
    case .commits: commits != nil
    case .oldTexts: oldBytes != nil
    }
  }

  func hasLabel(among names: [String]) -> Bool { labels.map { !Set($0).isDisjoint(with: names) } ?? false }

  /// The text of a file after the change; `nil` for a deleted, binary, missing or too large file.
  func newText(of file: ChangedFile) -> [UInt8]? { file.hasText ? newBytes(file.path) : nil }

  /// In bytes, after the change; `nil` for a deleted file.
  func size(of file: ChangedFile) -> Int? { file.status == .deleted ? nil : sizes(file.path) }

  /// The text of a file before the change; `nil` for an added file.
  func oldText(of file: ChangedFile) -> [UInt8]? { file.status == .added ? nil : oldBytes?(file) }

  /// Returns the change with some of its files.
  func selecting(_ isIncluded: (ChangedFile) -> Bool) -> ProposedChange {
    var copy = ProposedChange(
      ChangeSet(files: changes.files.filter(isIncluded)), newText: newBytes, size: sizes, oldText: oldBytes)
    (copy.title, copy.body, copy.labels, copy.author) = (title, body, labels, author)
    (copy.isDraft, copy.targetBranch, copy.commits) = (isDraft, targetBranch, commits)
    return copy
  }
}
