// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

/// The selection of the corrections of a file with which it still parses.
///
/// All of them are tried at once. If the text has more syntax errors than before, they are tried in halves, so that only
/// those that break the text are left out.
struct CorrectionCheck {
  /// The limit of the parsed texts. Corrections that would exceed it are left out.
  private static let maximumParses = 64
  /// The limit of processor time for one of them.
  private static let parseLimit = Duration.seconds(2)

  private let text: SourceText
  private let errorLimit: Int
  private var remainingParses = maximumParses

  init(_ file: SourceFile) {
    text = file.text
    errorLimit = file.syntaxErrorCount ?? .max
  }

  /// Returns the corrections that can be applied together, in their order.
  ///
  /// - Parameter corrections: must not overlap.
  mutating func accepted(_ corrections: [FoundFinding]) -> [FoundFinding] {
    accepted(corrections[...], after: [])
  }

  private mutating func accepted(_ corrections: ArraySlice<FoundFinding>, after kept: [FoundFinding]) -> [FoundFinding]
  {
    guard !corrections.isEmpty, remainingParses > 0 else { return [] }
    remainingParses -= 1
    let changed = text.applying((kept + corrections).flatMap(\.edits))
    if let isBroken = isBroken(changed) {
      if !isBroken { return Array(corrections) }
    } else {
      // The next one would take as long.
      remainingParses = min(remainingParses, 2)
    }
    guard corrections.count > 1 else { return [] }
    let middle = corrections.startIndex + corrections.count / 2
    let first = accepted(corrections[..<middle], after: kept)
    return first + accepted(corrections[middle...], after: kept + first)
  }
}

extension CorrectionCheck {
  /// Whether a text has more errors than the original; nil if it cannot be parsed.
  private func isBroken(_ changed: SourceText) -> Bool? {
    guard changed.isSwift else { return false }
    guard let hasErrors = try? ParsedFile.hasErrors(in: changed, within: Self.parseLimit) else { return nil }
    guard hasErrors else { return false }
    guard errorLimit > 0 else { return true }
    return SourceFile(changed, parseLimit: Self.parseLimit).syntaxErrorCount.map { $0 > errorLimit }
  }
}

extension [FoundFinding] {
  /// The indices of the corrections that overlap none of the earlier ones, in the order of the file.
  func indicesWithoutOverlaps() -> [Int] {
    let ordered = indices.filter { !self[$0].edits.isEmpty }.sorted { left, right in
      let (first, second) = (self[left].edits[0].range, self[right].edits[0].range)
      return (first.lowerBound, first.upperBound, self[left].finding.rule)
        < (second.lowerBound, second.upperBound, self[right].finding.rule)
    }
    var taken: [Range<Int>] = []
    return ordered.filter { index in
      let isFree = self[index].edits.allSatisfy { edit in
        !taken.contains { $0.lowerBound <= edit.range.upperBound && edit.range.lowerBound <= $0.upperBound }
      }
      guard isFree else { return false }
      // Only the last edits need to be compared: earlier ones end before them.
      taken = Array<Range<Int>>((taken + self[index].edits.map(\.range)).suffix(64))
      return true
    }
  }
}

extension SourceText {
  /// Whether the edits change more than spaces and line breaks.
  func isCodeChanged(by edits: [TextEdit]) -> Bool {
    func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }
    return edits.contains { !$0.replacement.utf8.allSatisfy(isSpace) || !bytes[$0.range].allSatisfy(isSpace) }
  }
}

extension SourceFile {
  /// The number of places that are not valid Swift; nil for a text that cannot be parsed, for example within the time
  /// limit.
  var syntaxErrorCount: Int? {
    guard text.isSwift else { return 0 }
    guard let file = try? parse() else { return nil }
    guard file.tree.hasError else { return 0 }
    // Tokens that the parser inserted, and nodes that it skipped.
    let missing = file.tree.tokens(viewMode: .fixedUp).count { $0.presence == .missing }
    return 1 + missing + file.nodes(UnexpectedNodesSyntax.self).count
  }
}
