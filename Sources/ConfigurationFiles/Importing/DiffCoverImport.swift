// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

/// Reads the section `[tool.diff_cover]` of a TOML file: strings, numbers, booleans and lists of strings.
enum DiffCoverImport {
  static func read(_ text: String, _ catalogue: RuleCatalogue, _ notes: inout [String]) -> ReviewConfiguration {
    var configuration = ReviewConfiguration(catalogue: catalogue)
    let file = TOMLSection(text)
    if !file.exists { notes.append("nothing is imported: the file has no section [tool.diff_cover]") }
    notes += file.others.map { "[\($0)] is not imported" }
    for (key, value) in file.entries {
      switch key {
      case "fail_under":
        if let number = value.first, let percent = PercentTarget(number) {
          configuration.coverage.goal.target = .percent(percent)
        } else {
          notes.append("fail_under: invalid value \(shown(value.first ?? ""))")
        }
      case "exclude":
        if value.isEmpty { notes.append("exclude is not imported: expected a list of texts") }
        for pattern in value {
          let globs = FileNamePattern(pattern: pattern).globs
          if globs.isEmpty {
            notes.append("exclude: cannot use the pattern \(shown(pattern))")
          } else {
            configuration.coverage.excluded += globs
          }
        }
      case "compare_branch":
        notes.append("compare_branch \(shown(value.first ?? "")): use reviewbot coverage --since REF")
      default: notes.append("\(key) is not imported")
      }
    }
    return configuration
  }
}

/// A pattern of Python's `fnmatch`, whose `*` also matches `/`.
///
/// diff-cover compares patterns with the name of a file, and with its whole path.
private struct FileNamePattern {
  private static let maximumGlobs = 16

  let pattern: String

  /// The path patterns that together match the same files; empty when there are none.
  var globs: [Glob] {
    guard pattern.contains("/") else { return [Glob("**/\(pattern)")].compactMap(\.self) }
    guard !pattern.hasPrefix("/"), !pattern.contains("{"), !pattern.contains("}") else { return [] }
    var paths = [""]
    let parts = pattern.split(separator: "/").map(String.init)
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      let choices = Self.spellings(part, isLast: isLast)
      paths = paths.flatMap { path in choices.map { path + $0 + (isLast || $0.hasSuffix("**/") ? "" : "/") } }
      if paths.count > Self.maximumGlobs { return [] }
    }
    let globs = paths.compactMap { Glob($0) }
    return globs.count == paths.count ? globs : []
  }

  /// Returns one component with its `*` within the component, and across components.
  private static func spellings(_ part: String, isLast: Bool) -> [String] {
    guard let first = part.firstIndex(of: "*"), let last = part.lastIndex(of: "*") else { return [part] }
    let (head, tail) = (part[..<first], part[part.index(after: last)...])
    let hasOthers = part[first...last].contains { $0 != "*" }
    if head.isEmpty, tail.isEmpty, !hasOthers { return [isLast ? "**" : "**/"] }
    if head.isEmpty, !hasOthers { return ["**/*\(tail)"] }
    return [part, "\(head)*/**/*\(part[part.index(after: first)...])"]
  }
}

/// The section of diff-cover in a TOML file.
private struct TOMLSection {
  private(set) var entries: [(key: String, value: [String])] = []
  private(set) var exists = false
  /// The other sections of the same program.
  private(set) var others: [String] = []

  private var isInSection = false
  private var open: (key: String, text: String)?

  init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) { read(String(line).withoutComment) }
    // A list that does not end has no value.
    if let open { entries.append((open.key, [])) }
  }

  private mutating func read(_ line: String) {
    if var current = open {
      current.text += line + "\n"
      open = Self.isWhole(current.text) ? nil : current
      if open == nil { entries.append((current.key, Self.strings(current.text))) }
    } else if line.hasPrefix("[") {
      let name = line.filter { !"[]\" ".contains($0) }
      isInSection = name == "tool.diff_cover" || name == "diff_cover"
      if isInSection { exists = true }
      if name.hasPrefix("tool.diff_") || name.hasPrefix("diff_"), !isInSection { others.append(name) }
    } else if isInSection, let equals = line.firstIndex(of: "=") {
      let key = String(line[..<equals].trimmed)
      let value = String(line[line.index(after: equals)...].trimmed)
      if value.hasPrefix("["), !Self.isWhole(value) {
        open = (key, value)
      } else {
        entries.append((key, value.hasPrefix("[") ? Self.strings(value) : [Self.unquoted(value)]))
      }
    }
  }

  /// Returns whether the bracket that a list begins with is closed outside of its texts.
  private static func isWhole(_ list: String) -> Bool {
    var quote: Character?
    for character in list {
      if quote == nil, character == "]" { return true }
      if character == "\"" || character == "'" { quote = quote == nil ? character : quote == character ? nil : quote }
    }
    return false
  }

  /// Returns the texts of a list.
  private static func strings(_ list: String) -> [String] {
    var texts: [String] = []
    var quote: Character?
    for character in list {
      if quote != nil, character == quote {
        quote = nil
      } else if quote != nil, !texts.isEmpty {
        texts[texts.count - 1].append(character)
      } else if character == "\"" || character == "'" {
        quote = character
        texts.append("")
      } else if character == "]" {
        break
      }
    }
    return texts
  }

  private static func unquoted(_ text: String) -> String {
    for quote in ["\"", "'"] where text.count >= 2 && text.hasPrefix(quote) && text.hasSuffix(quote) {
      return String(text.dropFirst().dropLast())
    }
    return text
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let start = drop { $0.isWhitespace }
    return start[..<(start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) } ?? start.startIndex)]
  }
}

extension String {
  /// The text without a comment outside of quotes, and without surrounding white space.
  fileprivate var withoutComment: String {
    var quote: Character?
    for index in indices {
      let character = self[index]
      if quote == nil, character == "#" { return String(self[..<index].trimmed) }
      if character == "\"" || character == "'" { quote = quote == nil ? character : quote == character ? nil : quote }
    }
    return String(self[...].trimmed)
  }
}
