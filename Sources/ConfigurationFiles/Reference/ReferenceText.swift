// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The parts that pages and commented files are made of.
enum ReferenceText {
  /// A row of a Markdown table.
  static func row(_ cells: [String]) -> String {
    "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
  }

  static func code(_ text: String) -> String { "`\(text)`" }

  /// A table of keys.
  static func table(_ entries: [SectionEntry]) -> [String] {
    ["| key | value | default | |", "|---|---|---|---|"]
      + entries.map { entry in
        row([
          code(entry.name), entry.kind.words, entry.defaultText.isEmpty ? "" : code(entry.defaultText), entry.summary,
        ])
      }
  }

  /// Lines of a YAML comment.
  static func comment(_ text: String, indent: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent.count + 2 + line.count + 1 + word.count > 118 {
        lines.append("\(indent)# \(line)")
        line = ""
      }
      line += line.isEmpty ? String(word) : " " + word
    }
    return lines + ["\(indent)# \(line)"]
  }

  /// A key with its comment. One that is not set is shown with its example, commented out.
  static func lines(_ entry: SectionEntry, indent: String) -> [String] {
    let line =
      entry.defaultText.isEmpty
      ? "\(indent)# \(entry.name): \(entry.example ?? "")" : "\(indent)\(entry.name): \(entry.defaultText)"
    return comment(entry.summary, indent: indent) + [line]
  }
}
