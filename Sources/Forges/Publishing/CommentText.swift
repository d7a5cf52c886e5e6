// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

/// The text of our comment: the marker's line, the memory, a notice while a newer commit is reviewed, a notice while the
/// status shows the failure of another pull request, and the text of the review.
struct CommentText: Hashable {
  private static let noticePrefix = "<!-- reviewbot:newer "
  private static let noticeSuffix = " -->"
  /// The hidden line, its sentence and an empty line.
  private static let noticeLines = 3
  private static let heldMark = "<!-- reviewbot:held -->"

  private let marker: String
  /// The last review that the comment shows.
  private(set) var memory: ReviewMemory?
  /// The commit under review that the comment does not show.
  private(set) var newer: CommitID?
  /// The address of the page of that review; `nil` without pages.
  private var newerPage: String?
  /// The sentence of the notice that the status shows the failure of another pull request.
  private(set) var held: String?
  private var content: [Substring]

  /// Reads a comment. Lines may end in `\r\n`.
  init(_ text: String) {
    let ends: Set<Character> = ["\n", "\r\n"]
    var lines = text.split(omittingEmptySubsequences: false) { ends.contains($0) }[...]
    marker = lines.popFirst().map(String.init) ?? ""
    if let line = lines.first, let memory = ReviewMemory(line: line) {
      self.memory = memory
      lines.removeFirst()
    }
    if let line = lines.first, line.hasPrefix(Self.noticePrefix), line.hasSuffix(Self.noticeSuffix) {
      newer = CommitID(String(line.dropFirst(Self.noticePrefix.count).dropLast(Self.noticeSuffix.count)))
      newerPage = lines.dropFirst().first?.firstMatch(of: /\[is being reviewed\]\((.+?)\)/).map { String($0.1) }
      lines = lines.dropFirst(Self.noticeLines)
    }
    if lines.first == Self.heldMark[...] {
      held = lines.dropFirst().first.map(String.init)
      lines = lines.dropFirst(Self.noticeLines)
    }
    content = Array(lines)
  }

  var text: String {
    var lines = [marker]
    if let memory { lines.append(memory.line) }
    if let newer {
      lines += [
        "\(Self.noticePrefix)\(newer.hex)\(Self.noticeSuffix)",
        "**`\(newer.short)` \(progress); below is an earlier result.**", "",
      ]
    }
    if let held { lines += [Self.heldMark, held, ""] }
    return (lines + content.map(String.init)).joined(separator: "\n")
  }

  private var progress: String { newerPage.map { "[is being reviewed](\($0))" } ?? "is being reviewed" }

  /// Returns the text of a publication that replaces an earlier comment.
  ///
  /// - Parameter memory: `nil` for a text that is not a review, which keeps the memory of the earlier comment.
  static func text(_ comment: String, _ memory: ReviewMemory?, over existing: String?) -> String {
    let before = existing.map(CommentText.init)
    let earlier = before?.memory
    var made = CommentText(comment)
    // It is removed after the status is written, and stays if the status stays.
    made.held = before?.held
    made.memory = memory?.following(earlier) ?? earlier
    if memory != nil, let progress = made.memory?.progress { made.content = made.adding(progress) }
    return made.text
  }

  /// Returns the lines with a sentence below the heading.
  private func adding(_ sentence: String) -> [Substring] {
    guard let heading = content.firstIndex(where: { $0.hasPrefix("## ") }) else { return content }
    return content[...heading] + ["", sentence[...]] + content[(heading + 1)...]
  }

  /// Returns the comment with a notice that a commit is reviewed; unchanged if it shows that commit.
  func announcing(_ commit: CommitID, page: String? = nil) -> CommentText {
    // A comment that is not a review, such as a refusal, contains its commit too.
    guard memory?.now.commit != commit, !content.contains(where: { $0.contains(commit.hex) }) else { return self }
    var text = self
    text.newer = commit
    text.newerPage = page
    return text
  }

  /// Returns the comment with a notice that the status shows the failure of another pull request, or without one.
  ///
  /// - Parameter sentence: `nil` for no notice.
  func holding(_ sentence: String?) -> CommentText {
    var text = self
    text.held = sentence
    return text
  }

  /// Returns the comment without the notice about a commit.
  func settling(_ commit: CommitID) -> CommentText {
    guard newer == commit else { return self }
    var text = self
    text.newer = nil
    return text
  }
}
