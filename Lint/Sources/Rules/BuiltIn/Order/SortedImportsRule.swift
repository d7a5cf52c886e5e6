// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import SwiftSource
import SwiftSyntax

struct SortedImportsRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption(
      "Whether imports are sorted by their names, or by the attributes and modifiers before `import` and then by names. "
        + "Imports without attributes come last.", choices: ["names", "attributes"])
    var grouping = "names"
  }

  static let description = RuleDescription(
    id: "sorted_imports", summary: "Sort imports on consecutive lines by their names, ignoring case.", kind: .style,
    swiftLint: .optIn, isCorrectable: true,
    triggering: [
      "import B\nimport ↓A\n", "import b\nimport C\n@testable import ↓a // c\n\nimport C\n",
      Example("import A\n@testable import ↓B\n", options: ["grouping": "attributes"]),
    ],
    nonTriggering: [
      "import a\nimport B\n\nimport A\n", "import B\nimport struct A.C\n",
      "import B\n#if canImport(A)\nimport A\n#endif\n",
      Example("@testable import B\nimport A\n", options: ["grouping": "attributes"]),
    ])

  /// A line with an import.
  private struct Line {
    let number: Int
    /// The range of the module's name, with its submodules.
    let path: Range<Int>
    /// What precedes `import`.
    let attributes: String
    /// From the module to the end of the line, in lowercase.
    let name: String
  }

  private let isByAttributes: Bool

  init(options: Options) {
    isByAttributes = options.grouping == "attributes"
  }

  func violations(in file: ParsedFile) -> [Violation] {
    groups(in: file).flatMap { group -> [Violation] in
      let misplaced = zip(group, group.dropFirst()).filter { isBefore($1, $0) }
      guard !misplaced.isEmpty else { return [] }
      let edits = edits(sorting: group, in: file)
      return misplaced.map { previous, line in
        Violation(line.path, "unsorted import; write it before \(file.text.text(in: previous.path))", edits: edits)
      }
    }
  }

  /// Whether a line must be before another one.
  private func isBefore(_ line: Line, _ other: Line) -> Bool {
    if isByAttributes, line.attributes != other.attributes {
      guard !line.attributes.isEmpty, !other.attributes.isEmpty else { return other.attributes.isEmpty }
      return line.attributes < other.attributes
    }
    return line.name < other.name
  }

  /// Returns the imports on consecutive lines, of each line the first one. Imports of single declarations, such as
  /// `import struct A.B`, are not sorted.
  private func groups(in file: ParsedFile) -> [[Line]] {
    var groups: [[Line]] = []
    for node in file.nodes(ImportDeclSyntax.self) {
      guard node.importKindSpecifier == nil, let module = node.path.first?.name,
        file.text.bytes[module.start...].first != UInt8(ascii: "`")
      else { continue }
      let number = file.line(node.importKeyword)
      let last = groups.last?.last?.number
      guard number != last else { continue }
      let whole = file.text.range(ofLine: number)
      let line = Line(
        number: number, path: node.path.range,
        attributes: file.text.text(in: whole.lowerBound..<node.importKeyword.start)
          .trimmingCharacters(in: .whitespaces),
        name: file.text.text(in: module.start..<max(module.start, whole.upperBound)).lowercased())
      if let last, last + 1 == number {
        groups[groups.count - 1].append(line)
      } else {
        groups.append([line])
      }
    }
    return groups.filter { $0.count > 1 }
  }

  /// Returns the edit that sorts the lines; empty if they have anything but whole imports and comments.
  private func edits(sorting group: [Line], in file: ParsedFile) -> [TextEdit] {
    let text = file.text
    let range =
      text.range(ofLine: group[0].number).lowerBound..<text.range(ofLine: group[group.count - 1].number).upperBound
    guard canMoveLines(range, in: file) else { return [] }
    // Equal imports change places, as in SwiftLint.
    let sorted = group.reversed().sorted(by: isBefore)
    return [TextEdit(range, sorted.map { text.text(ofLine: $0.number) }.joined(separator: "\n"))]
  }

  private func canMoveLines(_ range: Range<Int>, in file: ParsedFile) -> Bool {
    let first = file.tokenRanges.partitioningIndex { $0.lowerBound >= range.lowerBound }
    let end = file.tokenRanges.partitioningIndex { $0.lowerBound >= range.upperBound }
    let areImports = file.tokens[first..<end].allSatisfy { token in
      if token.tokenKind == .semicolon { return true }
      guard let node = token.enclosing(ImportDeclSyntax.self) else { return false }
      return file.line(node) == file.endLine(node)
    }
    return areImports
      && !file.comments.contains { comment in
        comment.range.overlaps(range) && file.hasNewline(comment.range)
      }
  }
}
