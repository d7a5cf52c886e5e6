// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HostileText
import ReviewContract

/// The suggestions of a report's findings as a patch for `git apply`, made from the texts in the report.
///
/// A suggestion is left out where the patch would not be exact: its lines are not in the report, were cut or have
/// hidden characters, or another suggestion replaces them as well.
struct SuggestionPatch {
  struct File {
    let path: String
    /// The number of suggestions.
    let count: Int
    /// The part of the patch. Its lines are hostile text without hidden characters.
    let text: String
  }

  /// The maximum size of the patch in bytes.
  private static let maximumBytes = 200_000

  /// The files with suggestions, in the order of the sources.
  let files: [File]
  /// The number of suggestions that are not in the patch.
  let omitted: Int

  var count: Int { files.reduce(0) { $0 + $1.count } }

  init(_ report: Report, _ sources: [ChangedSource]) {
    let pairs = ReportSummary(report: report).shownFindings.compactMap { finding in
      finding.suggestion.map { (path: finding.path, suggestion: $0) }
    }
    let byPath = Dictionary(grouping: pairs, by: \.path).mapValues { Set($0.map(\.suggestion)) }
    var room = Self.maximumBytes
    files = sources.compactMap { source in
      guard let suggestions = byPath[source.path] else { return nil }
      let part = PatchOfFile(source, suggestions)
      guard !part.text.isEmpty, part.text.utf8.count <= room else { return nil }
      room -= part.text.utf8.count
      return File(path: source.path, count: part.count, text: part.text)
    }
    omitted = byPath.values.reduce(0) { $0 + $1.count } - files.reduce(0) { $0 + $1.count }
  }
}

/// The part of a patch for one file.
private struct PatchOfFile {
  private static let context = 3
  private static let maximumLine = 10_000_000

  private let source: ChangedSource
  private(set) var count = 0
  private(set) var text = ""

  init(_ source: ChangedSource, _ suggestions: Set<Suggestion>) {
    self.source = source
    guard source.omission == nil, source.lineEnds != .mixed else { return }
    let sorted = suggestions.sorted {
      ($0.startLine, $0.endLine, $0.replacement) < ($1.startLine, $1.endLine, $1.replacement)
    }
    var added = 0
    for (index, section) in source.sections.enumerated() where section.newStart <= Self.maximumLine {
      let lines = PatchLines(section, isLast: index == source.sections.count - 1 && !source.isCut)
      for group in lines.groups(lines.separate(sorted), context: Self.context) { text += hunk(group, lines, &added) }
    }
    guard !text.isEmpty else { return }
    let (old, new) = (Self.quoted("a/" + source.path), Self.quoted("b/" + source.path))
    text = "diff --git \(old) \(new)\n--- \(old)\n+++ \(new)\n\(text)"
  }

  /// - Parameter added: the number of lines that the hunks before add.
  private mutating func hunk(_ group: [Suggestion], _ lines: PatchLines, _ added: inout Int) -> String {
    guard let first = group.first, let last = group.last else { return "" }
    let start = lines.start(ofContextBefore: first.startLine, Self.context)
    let end = lines.end(ofContextAfter: last.endLine, Self.context)
    var body = ""
    var position = start
    var grown = 0
    for suggestion in group {
      for number in position..<suggestion.startLine { body += line(" ", lines[number], number) }
      for number in suggestion.startLine...suggestion.endLine { body += line("-", lines[number], number) }
      let replacement = suggestion.lines
      for (index, text) in replacement.enumerated() {
        body += line("+", text, index == replacement.count - 1 ? suggestion.endLine : nil)
      }
      grown += replacement.count - (suggestion.endLine - suggestion.startLine + 1)
      position = suggestion.endLine + 1
    }
    if position <= end { for number in position...end { body += line(" ", lines[number], number) } }
    let length = end - start + 1
    defer { added += grown }
    count += group.count
    return "@@ -\(start),\(length) +\(start + added),\(length + grown) @@\n\(body)"
  }

  private func line(_ mark: String, _ text: Substring, _ number: Int?) -> String {
    if let number, number == source.unendedLine { return "\(mark)\(text)\n\\ No newline at end of file\n" }
    return "\(mark)\(text)\(source.lineEnds == .crlf ? "\r" : "")\n"
  }

  /// Returns a path as git quotes it, except for plain ones.
  private static func quoted(_ path: String) -> String {
    guard !path.isASCIIName(punctuation: "-._/+@") else { return path }
    let bytes = path.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): "\\\(Unicode.Scalar(byte))"
      case 0x20..<0x7f: "\(Unicode.Scalar(byte))"
      default: "\\" + String(repeating: "0", count: byte < 8 ? 2 : byte < 64 ? 1 : 0) + String(byte, radix: 8)
      }
    }
    return "\"\(bytes.joined())\""
  }
}

/// The lines of the new version in a section, for hunks of a patch.
private struct PatchLines {
  private let first: Int
  private let lines: [Substring]
  private let isExact: [Bool]
  /// Whether the section's last line is the file's.
  private let endsFile: Bool

  /// - Parameter isLast: whether no other section follows it.
  init(_ section: ChangedSource.Section, isLast: Bool) {
    first = max(1, section.newStart)
    lines = section.newLines.map(\.text)
    isExact = lines.map(Self.isExact)
    // A section has at least three lines after its last change, unless the file ends there.
    let tail = section.lines.reversed().prefix { ChangedSource.Section.parts(of: $0).mark == UInt8(ascii: " ") }
    endsFile = isLast && tail.count < 3
  }

  subscript(number: Int) -> Substring { lines[number - first] }

  private var last: Int { first + lines.count - 1 }

  private func hasExact(_ number: Int) -> Bool { number >= first && number <= last && isExact[number - first] }

  /// Whether the text is that of the file, and all of it can be seen.
  private static func isExact(_ text: Substring) -> Bool {
    let isCut = text.utf8.count >= ChangedSource.maximumLineBytes && text.hasSuffix("…")
    // Bytes that are not UTF-8 become U+FFFD.
    return !isCut && text.unicodeScalars.allSatisfy { $0 == "\t" || $0 != "\u{fffd}" && !$0.isHidden }
  }

  /// Returns the suggestions with an exact patch, of several for a line the first.
  ///
  /// - Parameter sorted: suggestions by their first line.
  func separate(_ sorted: [Suggestion]) -> [Suggestion] {
    var end = 0
    return sorted.filter { suggestion in
      guard suggestion.startLine > end, suggestion.startLine <= suggestion.endLine, suggestion.startLine >= first,
        suggestion.endLine <= last, (suggestion.startLine...suggestion.endLine).allSatisfy(hasExact),
        suggestion.lines.allSatisfy(Self.isExact),
        // To `git apply`, a hunk without a line after the change is one at the end of the file.
        hasExact(suggestion.endLine + 1) || (suggestion.endLine == last && endsFile)
      else { return false }
      end = suggestion.endLine
      return true
    }
  }

  /// Groups the suggestions whose contexts touch, which are in one hunk.
  func groups(_ suggestions: [Suggestion], context: Int) -> [[Suggestion]] {
    suggestions.reduce(into: []) { groups, suggestion in
      if let last = groups.last?.last, suggestion.startLine - last.endLine <= 2 * context + 1,
        (last.endLine..<suggestion.startLine).allSatisfy(hasExact)
      {
        groups[groups.count - 1].append(suggestion)
      } else {
        groups.append([suggestion])
      }
    }
  }

  func start(ofContextBefore line: Int, _ context: Int) -> Int {
    line - (1...context).prefix { hasExact(line - $0) }.count
  }

  func end(ofContextAfter line: Int, _ context: Int) -> Int {
    line + (1...context).prefix { hasExact(line + $0) }.count
  }
}

extension Suggestion {
  /// The lines of the replacement without their ends.
  fileprivate var lines: [Substring] {
    replacement.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
  }
}
