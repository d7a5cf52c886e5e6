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

  init(_ file: ParsedFile) {
    self.file = file
  }

  /// Returns for each correction whether it can be made.
  func accepted(_ corrections: [FoundFinding]) -> [Bool] {
    let ranges = corrections.map { item(around: $0.edits) }
    let items = Dictionary(grouping: corrections.indices) { ranges[$0] }
      .sorted { ($0.key.lowerBound, $0.key.upperBound) < ($1.key.lowerBound, $1.key.upperBound) }
      .map { range, indices in
        Item(
          text: SourceText(path: file.text.path, bytes: Array(file.text.bytes[range])), start: range.lowerBound,
          indices: indices, corrections: indices.map { corrections[$0] })
      }
    let maximumBytes = 4 * file.text.bytes.count + Self.freeBytes
    var accepted = corrections.map { _ in false }
    // One thread for all items: making one takes as long as parsing a statement.
    let found = DeepStack.run { stack in
      var remainingBytes = maximumBytes
      return items.flatMap { $0.accepted(&remainingBytes, on: stack) }
    }
    for index in found ?? [] { accepted[index] = true }
    return accepted
  }

  /// A statement or member with the corrections inside it.
  private struct Item: Sendable {
    let text: SourceText
    /// The position of the text in the file.
    let start: Int
    /// The indices of the corrections.
    let indices: [Int]
    let corrections: [FoundFinding]

    /// Returns the indices of the corrections that can be made.
    func accepted(_ remainingBytes: inout Int, on stack: DeepStack) -> [Int] {
      let separate = corrections.indicesWithoutOverlaps()
      let areAllAccepted =
        separate.count > 1 && accepts(separate.flatMap { corrections[$0].edits }, &remainingBytes, on: stack)
      let together = areAllAccepted ? Set(separate) : []
      return corrections.indices.filter { index in
        together.contains(index) || accepts(corrections[index].edits, &remainingBytes, on: stack)
      }.map { indices[$0] }
    }

    /// Whether the item has no more syntax errors with the edits. After the limit of parsed text, the answer is no.
    private func accepts(_ edits: [TextEdit], _ remainingBytes: inout Int, on stack: DeepStack) -> Bool {
      guard remainingBytes > text.bytes.count else { return false }
      remainingBytes -= text.bytes.count
      let moved = edits.map { edit in
        TextEdit(edit.range.lowerBound - start..<edit.range.upperBound - start, edit.replacement)
      }
      let changed = text.applying(moved)
      do throws(ParseRefusal) {
        guard try ParsedFile.hasErrors(in: changed, within: ItemCheck.parseLimit, on: stack) else { return true }
      } catch {
        return false
      }
      // A member is not a valid file, so that the errors have to be compared.
      guard let before = SourceFile(text, parseLimit: ItemCheck.parseLimit).syntaxErrorCount,
        let after = SourceFile(changed, parseLimit: ItemCheck.parseLimit).syntaxErrorCount
      else { return false }
      return after <= before
    }
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
