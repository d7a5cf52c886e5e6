// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The remarks at the lines of a change, and their form.
package struct InlineChoice: Hashable, Codable, Sendable {
  package enum Place: String, Hashable, Codable, Sendable, CaseIterable {
    case off
    /// Annotations of a check run, where the credential can write one.
    case annotations
    /// Comments of a review, or discussions.
    case review
  }

  package var findings = Place.annotations
  package var coverage = Place.annotations
  package var tests = Place.annotations
  package var compiler = Place.annotations
  /// The most that are shown of one review.
  package var limit = 100

  package init() {}
}

/// The choices of a repository about what its forge shows.
package struct PublishingChoice: Hashable, Codable, Sendable {
  package var comment = CommentChoice()
  package var inline = InlineChoice()

  package init() {}
}

/// Comments at lines of a change.
package struct LineReview: Hashable, Sendable {
  package struct Remark: Hashable, Sendable {
    /// Lines of the change.
    package let path: String
    package let lines: ClosedRange<Int>
    /// Markdown.
    package let text: String
    /// Text in place of exactly these lines.
    package let replacement: String?
    /// The same for the same remark on another commit; see ``isMark(_:)``.
    package let mark: String
  }

  /// Letters and digits of a mark: the kind of the remark, then a digest.
  private static let markLength = 17

  /// The most important first.
  package let remarks: [Remark]
  /// The marks of everything that the review found, including what is not in ``remarks``.
  package let present: Set<String>
  /// The kinds, first letters of marks, of which the review found everything: a mark that is missing is fixed.
  package let settled: Set<Character>

  package var isEmpty: Bool { remarks.isEmpty && settled.isEmpty }

  package init(remarks: [Remark], present: Set<String>, settled: Set<Character>) {
    self.remarks = remarks
    self.present = present
    self.settled = settled
  }

  /// - Parameters:
  ///   - kind: a lower-case ASCII letter.
  ///   - identity: hostile text that stays the same on other commits.
  package static func mark(_ kind: Character, _ identity: String) -> String {
    "\(kind)" + Fingerprint.name(of: identity, digits: markLength - 1)
  }

  /// Whether a text can be a mark.
  package static func isMark(_ text: some StringProtocol) -> Bool {
    guard let kind = text.first, kind.isASCII, kind.isLowercase else { return false }
    return Fingerprint.isName(text.dropFirst(), digits: markLength - 1)
  }

  /// The same review without secrets.
  func masked(by mask: (String) -> String) -> LineReview {
    let remarks = remarks.map { remark in
      // A replacement that is not the whole text would be wrong.
      let replacement = remark.replacement.flatMap { mask($0) == $0 ? $0 : nil }
      return Remark(
        path: remark.path, lines: remark.lines, text: mask(remark.text), replacement: replacement, mark: remark.mark)
    }
    return LineReview(remarks: remarks, present: present, settled: settled)
  }
}

/// The added lines of one file.
package struct AddedLines: Hashable, Codable, Sendable {
  /// More ranges of a change are not listed.
  private static let maximumRanges = 20_000

  package let path: String
  package let lines: LineSet

  package init(path: String, lines: LineSet) {
    self.path = path
    self.lines = lines
  }

  /// The added lines of each file with text; empty for a change that is too large.
  package static func all(_ changes: ChangeSet) -> [AddedLines] {
    let all = changes.files.filter { $0.hasText && !$0.addedLines.isEmpty }.map {
      AddedLines(path: $0.path, lines: $0.addedLines)
    }
    return all.reduce(0) { $0 + $1.lines.ranges.count } > maximumRanges ? [] : all
  }
}
