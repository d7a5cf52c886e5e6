// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
import HostileText

/// Findings with the metadata for the formats.
package struct FindingList: Sendable {
  /// The description of a rule in the formats.
  package struct Rule: Hashable, Sendable {
    package let id: String
    package let name: String
    package let summary: String
    package let kind: String
    package let severity: Severity
    /// The address of a page about the rule.
    package let helpURL: String?

    package init(id: String, name: String, summary: String, kind: String, severity: Severity, helpURL: String? = nil) {
      self.id = id
      self.name = name
      self.summary = summary
      self.kind = kind
      self.severity = severity
      self.helpURL = helpURL
    }
  }

  /// Name and version of the program.
  package let tool: String
  /// The paths in formats for people.
  let displayed: DisplayedPaths
  /// The folder that paths are relative to, for formats with absolute paths.
  package let root: String
  package let mergeBase: CommitID?
  /// The name of the revision that the files are compared with, and what chose it.
  package let base: String?
  package let baseReason: String?
  /// The findings in order.
  package let entries: [LocatedFinding]
  /// Findings in order that are listed and do not count.
  package let old: [LocatedFinding]
  package let notes: [String]
  /// The rules by identifier.
  package let rules: [String: Rule]

  package init(
    tool: String, root: String, mergeBase: CommitID? = nil, base: String? = nil, baseReason: String? = nil,
    entries: [LocatedFinding], old: [LocatedFinding] = [], notes: [String] = [], rules: [Rule],
    displayed: DisplayedPaths = DisplayedPaths()
  ) {
    self.displayed = displayed
    self.base = base
    self.baseReason = baseReason
    self.tool = tool
    self.root = root
    self.mergeBase = mergeBase
    self.entries = entries.ordered()
    self.old = old.ordered()
    self.notes = notes
    self.rules = Dictionary(rules.map { ($0.id, $0) }) { first, _ in first }
  }

  /// All findings, those that count first.
  var all: [LocatedFinding] { old.isEmpty ? entries : entries + old }

  /// Returns whether a finding of ``all`` does not count.
  func isOld(_ index: Int) -> Bool { index >= entries.count }

  package var findings: [Finding] { entries.map(\.finding) }
}

/// A format for findings.
package enum FindingFormat: String, CaseIterable, Sendable {
  case text, json, sarif, github, gitlab, checkstyle, junit, xcode
  case swiftLintJSON = "swiftlint-json"

  /// Whether it contains the suggestions of the findings.
  package var hasSuggestions: Bool {
    switch self {
    case .json, .sarif: true
    case .text, .github, .gitlab, .checkstyle, .junit, .xcode, .swiftLintJSON: false
    }
  }

  /// Returns the text of the findings, which ends with a line break unless it is empty.
  ///
  /// - Throws: nothing; only writing in parts can throw.
  package func render(_ list: FindingList) throws -> String {
    var bytes: [UInt8] = []
    try render(list) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes the text of the findings in parts of UTF-8, so that a long one is not in memory as a whole.
  ///
  /// - Throws: an error of `write`.
  package func render(_ list: FindingList, to write: @escaping (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
    func writeWhole(_ text: String) throws {
      var text = text
      try text.withUTF8 { try write($0) }
    }
    switch self {
    case .json: try JSONFindings().render(list, to: write)
    case .gitlab: try GitLabFindings().render(list, to: write)
    case .swiftLintJSON: try SwiftLintFindings().render(list, to: write)
    case .text: try writeWhole(CompilerFindings(isAbsolute: false).render(list))
    case .xcode: try writeWhole(CompilerFindings(isAbsolute: true).render(list))
    case .sarif: try SARIFFindings().render(list, to: write)
    case .github: try writeWhole(GitHubFindings().render(list))
    case .checkstyle: try writeWhole(CheckstyleFindings().render(list))
    case .junit: try writeWhole(JUnitFindings().render(list))
    }
  }
}

extension LocatedFinding {
  /// Returns a 1-based column of the first line in another unit than UTF-8 bytes; the given column if the text is
  /// unknown.
  func column(_ column: Int, in length: (Substring) -> Int) -> Int {
    guard let lineText else { return column }
    let bytes = lineText.utf8
    let end = bytes.index(bytes.startIndex, offsetBy: max(0, min(column - 1, bytes.count)))
    return length(lineText[..<end]) + 1
  }

  /// The message on one line.
  var message: String { HostileText(finding.message).line(limit: Self.messageLimit) }

  /// The limit of the scalars of a message.
  static let messageLimit = 1000
}

/// The format of compilers, which editors read: `path:line:column: warning: message (rule)`.
struct CompilerFindings {
  let isAbsolute: Bool

  func render(_ list: FindingList) -> String {
    list.entries.map { line($0, in: list, severity: $0.finding.severity.rawValue) }.joined()
      + list.old.map { line($0, in: list, severity: "note", mark: ", old") }.joined()
  }

  private func line(_ entry: LocatedFinding, in list: FindingList, severity: String, mark: String = "") -> String {
    let finding = entry.finding
    let root = isAbsolute && !finding.isAboutPullRequest ? list.root + "/" : ""
    let text = isAbsolute ? finding.place : list.displayed.place(of: finding)
    let place = "\(root)\(HostileText(text).line(limit: 1000))"
    return "\(place): \(severity): \(entry.message) (\(finding.rule)\(mark))\n"
  }
}
