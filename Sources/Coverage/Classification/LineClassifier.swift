// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import SwiftSource

/// Determines for each line of a file whether it ran.
///
/// A line's state is derived from the counts at its significant tokens: the executable ones. All ran: covered; none:
/// missed; some: partial. A line without such tokens, such as one with only a brace, a comment or a declaration's head,
/// is not measured. Code that tests cannot run is excluded: messages that are only evaluated on failure, and statements
/// that end the program. Counts of 0 that cannot be correct are ignored. If several reports contain a token, it ran if
/// it ran in one of them.
struct LineClassifier: Sendable {
  let sources: [CountSource]
  var rules: ClassificationRules = .standard

  /// Returns the states of the lines; `nil` when the file cannot be parsed.
  func lines(of text: SourceText) -> ClassifiedLines? {
    lines(of: SourceFile(text))
  }

  func lines(of source: SourceFile) -> ClassifiedLines? {
    guard let parsed = try? source.parse() else { return nil }
    let text = source.text
    let tokens = SignificantTokens.ranges(in: parsed)
    let positions = tokens.map { text.lines.position(at: $0.lowerBound) }
    let uses = uses(of: tokens, at: positions, in: parsed)
    let ending = Set(UnreachableStatements.ranges(in: parsed).flatMap { Self.indices(among: tokens, in: $0) })
    var tallies: [Int: LineTally] = [:]
    for (index, position) in positions.enumerated() {
      let lineEnd = text.range(ofLine: position.line).upperBound
      let width = min(tokens[index].upperBound, lineEnd) - tokens[index].lowerBound
      tallies[position.line, default: LineTally()].add(
        uses[index], position.column..<(position.column + max(width, 1)), endsProgram: ending.contains(index))
    }
    var lines = classified(tallies, off: source.coverageOff)
    lines.uncounted = UncountedCode(file: parsed, tokens: tokens, uses: uses).lines()
      .mapValues { LineSet($0.lines.filter { lines.states[$0] == nil && lines.excluded[$0] == nil }) }
      .mapValues { lines in source.coverageOff.reduce(lines) { $0.subtracting(LineSet($1.lines)) } }
      .filter { !$0.value.isEmpty }
    return lines
  }

  private func classified(_ tallies: [Int: LineTally], off spans: [CoverageMarkers.Span]) -> ClassifiedLines {
    var lines = ClassifiedLines()
    for (line, tally) in tallies {
      guard let state = tally.state else { continue }
      if state == .missed, tally.onlyEndsProgram, rules.excludesUnreachable {
        lines.excluded[line] = .unreachable
        continue
      }
      lines.states[line] = state
      if !tally.uncoveredColumns.isEmpty { lines.uncoveredColumns[line] = tally.uncoveredColumns }
    }
    for span in spans {
      for line in span.lines where lines.states[line] != nil || lines.excluded[line] == .unreachable {
        lines.states[line] = nil
        lines.uncoveredColumns[line] = nil
        lines.excluded[line] = .marked(reason: span.reason)
      }
    }
    return lines
  }

  private func uses(of tokens: [Range<Int>], at positions: [SourcePosition], in file: ParsedFile) -> [TokenUse] {
    let lineIndex = file.text.lines
    let lazy = LazyArguments(names: rules.ignoreAutoclosuresOf.map(Set.init)).ranges(in: file).map { range in
      LazyTokens(
        tokens: Self.indices(among: tokens, in: range), start: lineIndex.position(at: range.lowerBound),
        end: lineIndex.position(at: range.upperBound))
    }
    var uses = Array(repeating: TokenUse.unknown, count: tokens.count)
    for source in sources {
      let doubtful = source.doubtfulZeros(in: file)
      for (index, use) in source.uses(of: positions, lazy: lazy).enumerated() {
        if use == .uncovered, doubtful.contains(tokens[index].lowerBound) { continue }
        uses[index] = max(uses[index], use)
      }
    }
    return uses
  }

  /// Returns the indices of the tokens that begin in a range of bytes.
  static func indices(among tokens: [Range<Int>], in range: Range<Int>) -> Range<Int> {
    let first = tokens.partitioningIndex { $0.lowerBound >= range.lowerBound }
    return first..<max(first, tokens.partitioningIndex { $0.lowerBound >= range.upperBound })
  }
}

/// The counts of the tokens of one line, added in order.
private struct LineTally {
  private var ran = false
  private var ranPartly = false
  private var hasMore = false
  private var endsUncovered = false
  private(set) var uncoveredColumns: [Range<Int>] = []

  mutating func add(_ use: TokenUse, _ columns: Range<Int>, endsProgram: Bool) {
    defer { endsUncovered = use == .uncovered }
    guard use == .ran || use == .partly || use == .uncovered else { return }
    if !endsProgram { hasMore = true }
    if use == .ran {
      ran = true
    } else if use == .partly {
      ranPartly = true
    } else if endsUncovered, let last = uncoveredColumns.last {
      // Between neighbours there are only tokens without counts: blanks, brackets, labels.
      uncoveredColumns[uncoveredColumns.count - 1] = last.lowerBound..<columns.upperBound
    } else {
      uncoveredColumns.append(columns)
    }
  }

  var onlyEndsProgram: Bool { !hasMore }

  /// `nil` when there is nothing to measure.
  var state: LineState? {
    if ranPartly { return .partial }
    if uncoveredColumns.isEmpty { return ran ? .covered : nil }
    return ran ? .partial : .missed
  }
}

/// The classification of one file.
enum ClassifiedFile: Hashable, Sendable {
  case measured(ClassifiedLines)
  /// With the lines of code that could have been measured, if they are known.
  case unmeasured(UnmeasuredReason, LineSet = [])
}

/// The classification of the lines of one file, by 1-based line.
struct ClassifiedLines: Hashable, Sendable {
  var states: [Int: LineState] = [:]
  /// The parts of missed and partial lines that never ran: half-open ranges of 1-based columns in UTF-8 bytes.
  var uncoveredColumns: [Int: [Range<Int>]] = [:]
  /// Lines with code that is not counted. None of them has a state.
  var excluded: [Int: ExcludedReason] = [:]
  /// Lines with code that has no counts, by the reason. None of them has a state or is excluded.
  var uncounted: [UnmeasuredReason: LineSet] = [:]
  /// Whether macros are used, whose expansions are not measured.
  var usesMacros = false
}
