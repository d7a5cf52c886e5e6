// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Reads the section `[tool.diff_cover]` of a TOML file: strings, numbers, booleans and lists of strings.
enum DiffCoverImport {
  static func read(_ text: String, _ catalogue: RuleCatalogue, _ notes: inout [String]) -> ReviewConfiguration {
    var configuration = ReviewConfiguration(catalogue: catalogue)
    for (key, value) in entries(text) {
      switch key {
      case "fail_under":
        if let number = value.first, let percent = PercentTarget(number) {
          configuration.coverage.target = .percent(percent)
        } else {
          notes.append("fail_under: invalid value \(shown(value.first ?? ""))")
        }
      case "exclude":
        for pattern in value {
          // diff-cover also compares patterns with the name of a file.
          let path = pattern.contains("/") ? pattern : "**/\(pattern)"
          if let glob = Glob(path) {
            configuration.coverage.exclude.append(glob)
          } else {
            notes.append("exclude: cannot use the pattern \(shown(pattern))")
          }
        }
      case "compare_branch":
        notes.append("compare_branch \(shown(value.first ?? "")): use reviewbot coverage --since REF")
      default: notes.append("\(key) is not imported")
      }
    }
    return configuration
  }

  private static func entries(_ text: String) -> [(key: String, value: [String])] {
    var entries: [(key: String, value: [String])] = []
    var isInSection = false
    var open: (key: String, text: String)?
    for line in text.split(whereSeparator: \.isNewline) {
      let line = String(line).withoutComment
      if var current = open {
        current.text += line
        open = line.contains("]") ? nil : current
        if open == nil { entries.append((current.key, strings(current.text))) }
      } else if line.hasPrefix("[") {
        isInSection = line == "[tool.diff_cover]" || line == "[diff_cover]"
      } else if isInSection, let equals = line.firstIndex(of: "=") {
        let key = String(line[..<equals].trimmed)
        let value = String(line[line.index(after: equals)...].trimmed)
        if value.hasPrefix("["), !value.contains("]") {
          open = (key, value)
        } else {
          entries.append((key, value.hasPrefix("[") ? strings(value) : [unquoted(value)]))
        }
      }
    }
    return entries
  }

  private static func strings(_ list: String) -> [String] {
    list.split { "[],".contains($0) }.map { unquoted(String($0.trimmed)) }.filter { !$0.isEmpty }
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
