// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

struct MarkRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "mark", summary: "Write marks as `// MARK: name` or `// MARK: - name`.", kind: .lint, swiftLint: .on,
    isCorrectable: true,
    triggering: [
      "↓//MARK: A\n", "↓// Mark: A\n", "↓// MARK:A\n", "↓// MARK: -A\n", "↓// MARK:- A\n", "↓// MARK A\n",
      "↓/// MARK: A\n", "↓//  MARK: A\n",
    ],
    nonTriggering: [
      "// MARK: A\n", "// MARK: - A\n", "// MARK: -\n", "// BOOKMARK\n", "// marked\n", "// MARK:\n", "// Marking: A\n",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    guard file.text.contains("ark") || file.text.contains("ARK") else { return [] }
    return file.comments.compactMap { comment in
      guard comment.kind == .line || comment.kind == .documentationLine, comment.range.count < 400 else { return nil }
      let text = file.text.text(in: comment.range)
      guard let better = replacement(for: text), better != text else { return nil }
      return Violation(
        comment.range, "mark does not have the form `// MARK: name`", edits: [TextEdit(comment.range, better)])
    }
  }

  /// - Returns: nil for a comment that is not a mark.
  private func replacement(for text: String) -> String? {
    var rest = text.drop { $0 == "/" }
    let slashes = text.count - rest.count
    guard slashes == 2 || slashes == 3 else { return nil }
    rest = rest.drop { $0 == " " || $0 == "\t" }
    guard rest.count >= 4, rest.prefix(4).lowercased() == "mark" else { return nil }
    let isCapital = rest.hasPrefix("MARK")
    rest = rest.dropFirst(4)
    let space = rest.prefix { $0 == " " }
    rest = rest.drop { $0 == " " }
    if rest.first == ":" {
      rest = rest.dropFirst()
    } else {
      guard isCapital, !space.isEmpty || rest.first == "-" else { return nil }
      // A sentence of documentation may begin with the word.
      if slashes == 3 { return nil }
    }
    var name = rest.drop { $0 == " " }
    if name.isEmpty { return isCapital && text.hasPrefix("// MARK:") ? text : "// MARK:" }
    if name.first == "-" {
      name = name.dropFirst().drop { $0 == " " || $0 == "-" && name.allSatisfy { "- ".contains($0) } }
      return name.isEmpty ? (text.hasPrefix("// MARK: -") ? text : "// MARK: -") : "// MARK: - \(name)"
    }
    return "// MARK: \(name)"
  }
}

struct OrphanedDocCommentRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "orphaned_doc_comment", summary: "Write a documentation comment directly in front of a declaration.",
    kind: .lint,
    swiftLint: .on,
    triggering: ["↓/// A.\n// B.\nlet a = 1", "↓/// A.\n/// B.\n// C.\nfunc f() {}"],
    nonTriggering: [
      "/// A.\nlet a = 1", "// A.\n/// B.\nlet a = 1", "///\n// A.\nlet a = 1", "//////////\n// A.\nlet a = 1",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    let comments = file.comments
    var result: [Violation] = []
    var start: Int?
    for (index, comment) in comments.enumerated() {
      let isDocumentation = comment.kind == .documentationLine || comment.kind == .documentationBlock
      let isRuler = isRuler(comment, in: file)
      guard isDocumentation, !isRuler || (comment.range.count == 3 && start != nil) else {
        start = nil
        continue
      }
      start = start ?? comment.range.lowerBound
      guard index + 1 < comments.count else { continue }
      let next = comments[index + 1]
      let gap = comment.range.upperBound..<next.range.lowerBound
      guard file.text.bytes[gap].allSatisfy({ $0 <= 0x20 }) else {
        start = nil
        continue
      }
      if next.kind == .line || next.kind == .block, let first = start {
        result.append(
          Violation(first..<comment.range.upperBound, "documentation comment is followed by another comment"))
        start = nil
      }
    }
    return result
  }

  /// Whether the comment consists of slashes only.
  private func isRuler(_ comment: Comment, in file: ParsedFile) -> Bool {
    file.text.bytes[comment.range].allSatisfy { $0 == UInt8(ascii: "/") }
  }
}

struct LocalDocCommentRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "local_doc_comment",
    summary: "Use `//` instead of `///` inside a function, where comments are not part of the documentation.",
    kind: .lint, swiftLint: .optIn,
    triggering: [
      "func f() {\n  ↓/// A.\n  a()\n}", "func f() {\n  ↓/// A.\n  func b() {}\n}",
      "func f() {\n  ↓/// A.\n  a()\n  /// B.\n  b()\n}",
    ],
    nonTriggering: ["/// A.\nfunc f() {\n  // B.\n  a()\n}", "init() {\n  /// A.\n  a()\n}"])

  func violations(in file: ParsedFile) -> [Violation] {
    let documentation = file.comments.filter { $0.kind == .documentationLine || $0.kind == .documentationBlock }
      .map(\.range)
    guard !documentation.isEmpty else { return [] }
    // One finding per function, for its first comment, which can also be the first one of an enclosing function.
    let found = Set(
      file.nodes(FunctionDeclSyntax.self).compactMap { node -> Range<Int>? in
        guard let body = node.body?.range else { return nil }
        let first = documentation.partitioningIndex(where: { $0.lowerBound >= body.lowerBound })
        return first < documentation.count && documentation[first].lowerBound < body.upperBound
          ? documentation[first] : nil
      })
    return found.sorted { $0.lowerBound < $1.lowerBound }.map { Violation($0, "documentation comment in a function") }
  }
}
