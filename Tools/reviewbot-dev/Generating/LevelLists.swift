// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The lists of levels in files that are otherwise written by hand, from ``Layers``.
struct LevelLists {
  private static let page = "Documentation/architecture.md"

  private let folder: SourceDirectory

  init(in folder: SourceDirectory) {
    self.folder = folder
  }

  var files: [GeneratedFile] {
    get throws {
      [
        try file("Package.swift", [Self.comment(.reviewbot)], prefix: "//   "),
        try file("Lint/Package.swift", [Self.comment(.lint)], prefix: "//   "),
        try file(Self.page, [Self.table(.reviewbot), Self.table(.lint)], prefix: "|", after: "| level | target |"),
      ]
    }
  }

  /// Returns a file with lists in place of its first blocks of lines with a prefix.
  ///
  /// - Parameter head: the beginning of a line that stays before the list; empty for any block.
  private func file(_ path: String, _ lists: [[String]], prefix: String, after head: String = "") throws
    -> GeneratedFile
  {
    var rest = lists[...]
    var lines: [Substring] = []
    var isReplaced = false
    for line in try (folder.text(path) ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
      if !line.hasPrefix(prefix) {
        isReplaced = false
      } else if isReplaced {
        continue
      } else if line.hasPrefix(head), let list = rest.popFirst() {
        isReplaced = true
        lines += list.map { $0[...] }
        continue
      }
      lines.append(line)
    }
    guard rest.isEmpty else {
      throw CheckFailure(["\(path): has no list of the levels, in lines that begin with \(prefix)"])
    }
    return GeneratedFile(path: path, text: lines.joined(separator: "\n"))
  }

  /// The highest level first, as the targets of a package are drawn.
  private static func comment(_ layers: Layers) -> [String] {
    let rows = Dictionary(grouping: layers.rows) { "\($0.level ?? -1) \($0.place ?? "")" }.values
    return rows.sorted { (($0[0].level ?? -1), $1[0].place ?? "") > (($1[0].level ?? -1), $0[0].place ?? "") }.flatMap {
      rows in
      let level = rows[0].level.map { "\($0)" } ?? "-"
      var lines = ["//   \(level)"]
      for word in rows.flatMap(\.targets) + (rows[0].place.map { ["(\($0))"] } ?? []) {
        if lines[lines.count - 1].count + word.count > 118 { lines.append("//    ") }
        lines[lines.count - 1] += "  \(word)"
      }
      return lines
    }
  }

  private static func table(_ layers: Layers) -> [String] {
    ["| level | target | responsibility |", "|---|---|---|"]
      + layers.rows.map { row in
        let targets = row.targets.map { "`\($0)`" }.joined(separator: " ")
        return "| \(row.level.map { "\($0)" } ?? "–") | \(targets) | \(row.responsibility) |"
      }
  }
}
