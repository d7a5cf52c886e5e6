// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// The kinds of remarks at the lines of a change, and their form.
package struct InlineChoice: Hashable, Codable, Sendable {
  package enum Place: String, Hashable, Codable, Sendable, CaseIterable {
    case off
    /// Annotations of a check run, if the credential can write one.
    case annotations
    /// Comments of a review, or discussions on GitLab.
    case review
  }

  package var findings = Place.annotations
  package var coverage = Place.annotations
  package var tests = Place.annotations
  package var compiler = Place.annotations
  /// The maximum number of remarks of one review.
  package var limit = 100

  package init() {}
}

/// A repository's settings for publishing on its forge.
package struct PublishingChoice: Hashable, Codable, Sendable {
  package var comment: CommentChoice
  package var inline: InlineChoice

  package init(comment: CommentChoice = CommentChoice(), inline: InlineChoice = InlineChoice()) {
    self.comment = comment
    self.inline = inline
  }
}

/// Comments at lines of a change.
package struct LineReview: Hashable, Sendable {
  package struct Remark: Hashable, Sendable {
    /// Lines of the change.
    package let path: String
    package let lines: ClosedRange<Int>
    /// Markdown.
    package let text: String
    /// The text that replaces exactly these lines; `nil` without a suggestion.
    package let replacement: String?
    /// Identifies the remark across commits; see ``isMark(_:)``.
    package let mark: String

    package init(path: String, lines: ClosedRange<Int>, text: String, replacement: String?, mark: String) {
      self.path = path
      self.lines = lines
      self.text = text
      self.replacement = replacement
      self.mark = mark
    }
  }

  /// The number of letters and digits of a mark: the kind of the remark, then a digest.
  private static let markLength = 17

  /// The remarks, the most important first.
  package let remarks: [Remark]
  /// The marks of all results of the review, including those that are not in ``remarks``.
  package let present: Set<String>
  /// The kinds, first letters of marks, of which ``present`` is complete: a missing mark of these kinds is fixed.
  package let settled: Set<Character>

  package var isEmpty: Bool { remarks.isEmpty && settled.isEmpty }

  package init(remarks: [Remark], present: Set<String>, settled: Set<Character>) {
    self.remarks = remarks
    self.present = present
    self.settled = settled
  }

  /// - Parameters:
  ///   - kind: a lower-case ASCII letter.
  ///   - identity: hostile text that is the same on other commits.
  package static func mark(_ kind: Character, _ identity: String) -> String {
    "\(kind)" + Fingerprint.name(of: identity, digits: markLength - 1)
  }

  /// Returns whether a text has the form of a mark.
  package static func isMark(_ text: some StringProtocol) -> Bool {
    guard let kind = text.first, kind.isASCII, kind.isLowercase else { return false }
    return Fingerprint.isName(text.dropFirst(), digits: markLength - 1)
  }

  /// Returns the review without secrets.
  func masked(by mask: (String) -> String) -> LineReview {
    let remarks = remarks.map { remark in
      // A masked replacement would be wrong.
      let replacement = remark.replacement.flatMap { mask($0) == $0 ? $0 : nil }
      return Remark(
        path: remark.path, lines: remark.lines, text: mask(remark.text), replacement: replacement, mark: remark.mark)
    }
    return LineReview(remarks: remarks, present: present, settled: settled)
  }
}

/// The added lines of one file.
package struct AddedLines: Hashable, Codable, Sendable {
  /// The maximum number of listed ranges of a change.
  private static let maximumRanges = 20_000

  package let path: String
  package let lines: LineSet

  /// Returns the added lines of each file with text; empty for a change with too many ranges. No forge shows the lines
  /// of a file at the path of a link to it.
  package static func all(_ changes: ChangeSet) -> [AddedLines] {
    let all = changes.files.filter { $0.hasText && $0.linkedPath == nil && !$0.addedLines.isEmpty }.map {
      AddedLines(path: $0.path, lines: $0.addedLines)
    }
    return all.reduce(0) { $0 + $1.lines.ranges.count } > maximumRanges ? [] : all
  }
}
