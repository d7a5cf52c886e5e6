// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

/// A check whether corrections of a file break its syntax.
///
/// Only the statements and members that corrections change are parsed: parsing the whole file would take as long as all
/// rules. The corrections of one item are tried together, and each alone if that breaks the item.
struct ItemCheck {
  /// The limit of processor time for parsing one item.
  private static let parseLimit = Duration.seconds(1)
  /// The number of bytes that are parsed in addition to four times those of the file.
  private static let freeBytes = 256 << 10

  private let file: ParsedFile
  private var remainingBytes: Int

  init(_ file: ParsedFile) {
    self.file = file
    remainingBytes = 4 * file.text.bytes.count + Self.freeBytes
  }

  /// Returns for each correction whether it can be made.
  mutating func accepted(_ corrections: [FoundFinding]) -> [Bool] {
    var accepted = corrections.map { _ in false }
    let items = corrections.map { item(around: $0.edits) }
    let groups = Dictionary(grouping: corrections.indices) { items[$0] }
    let ordered = groups.sorted { ($0.key.lowerBound, $0.key.upperBound) < ($1.key.lowerBound, $1.key.upperBound) }
    for (item, indices) in ordered {
      let group = indices.map { corrections[$0] }
      let separate = group.indicesWithoutOverlaps()
      let areAllAccepted = separate.count > 1 && accepts(separate.flatMap { group[$0].edits }, in: item)
      if areAllAccepted { for index in separate { accepted[indices[index]] = true } }
      for index in indices where !accepted[index] { accepted[index] = accepts(corrections[index].edits, in: item) }
    }
    return accepted
  }

  /// Whether an item has no more syntax errors with the edits. After the limit of parsed text, the answer is no.
  private mutating func accepts(_ edits: [TextEdit], in item: Range<Int>) -> Bool {
    guard remainingBytes > item.count else { return false }
    remainingBytes -= item.count
    let text = SourceText(path: file.text.path, bytes: Array(file.text.bytes[item]))
    let moved = edits.map { edit in
      TextEdit(edit.range.lowerBound - item.lowerBound..<edit.range.upperBound - item.lowerBound, edit.replacement)
    }
    let changed = text.applying(moved)
    do throws(ParseRefusal) {
      guard try ParsedFile.hasErrors(in: changed, within: Self.parseLimit) else { return true }
    } catch {
      return false
    }
    // A member is not a valid file, so that the errors have to be compared.
    guard let before = SourceFile(text, parseLimit: Self.parseLimit).syntaxErrorCount,
      let after = SourceFile(changed, parseLimit: Self.parseLimit).syntaxErrorCount
    else { return false }
    return after <= before
  }

  /// The bytes of the innermost statement or member around edits, and those of the edits.
  private func item(around edits: [TextEdit]) -> Range<Int> {
    guard let start = edits.map(\.range.lowerBound).min(), let end = edits.map(\.range.upperBound).max() else {
      return 0..<0
    }
    let range = start..<end
    let index = file.tokenRanges.partitioningIndex(where: { $0.upperBound > range.lowerBound })
    var node = index < file.tokens.count ? file.tokens[index].parent : nil
    while let current = node {
      let isItem = current.kind == .codeBlockItem || current.kind == .memberBlockItem
      if isItem, current.start <= range.lowerBound, current.end >= range.upperBound { break }
      node = current.parent
    }
    guard let node else { return 0..<file.text.bytes.count }
    return min(node.start, range.lowerBound)..<max(node.end, range.upperBound)
  }
}
