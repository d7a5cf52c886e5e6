// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HostileText
import ReviewContract

/// Patch coverage, for a terminal.
struct TerminalCoverage {
  /// The maximum number of ranges of lines that are listed of a file.
  private static let listedRanges = 6
  /// The maximum number of lines of a file that did not run and are shown with their code.
  private static let shownLines = 3

  let coverage: PatchCoverage
  let page: TerminalPage
  var displayed = DisplayedPaths()
  /// The changed lines; `nil` where they are not known.
  var sources: SourceLines?
  /// Whether the lines that did not run are a cause of a failed review.
  var isCause = false

  var sections: [TerminalSection] {
    [
      page.section(
        "Do not trust the coverage: some counters were not set by running the tests",
        (coverage.anomalies ?? []).map { TerminalSection.Block(lines: page.line($0)) }),
      missed, indirect,
    ].compactMap(\.self)
  }

  /// The lines that did not run, in the files with the most of them first.
  private var missed: TerminalSection {
    let files = coverage.files.filter { !$0.missedLines.isEmpty || !$0.partialLines.isEmpty }.sorted { left, right in
      (right.missedLines.count, left.path) < (left.missedLines.count, right.path)
    }
    let measured = files.map { file in
      let missed = file.missedLines.isEmpty ? [] : ["not run \(Self.places(file.missedLines))"]
      let partial = file.partialLines.isEmpty ? [] : ["in part \(Self.places(file.partialLines))"]
      return TerminalSection.Block(
        lines: page.line("\(displayed(file.path)): \((missed + partial).joined(separator: "; "))"), code: code(of: file)
      )
    }
    let unmeasured = coverage.unmeasured.map { file in
      let lines = file.lines.flatMap { $0.ranges.count <= Self.listedRanges ? ":\($0)" : nil } ?? ""
      return TerminalSection.Block(lines: page.line("\(displayed(file.path))\(lines): not measured: \(file.reason)"))
    }
    let title = measured.isEmpty ? "Lines that were not measured" : "Lines that did not run"
    // Changed code that was not measured fails a target as well.
    let blocks = isCause ? unmeasured + measured : measured + unmeasured
    var section = page.section(title, blocks, isCause: isCause)
    section.weight = 3
    return section
  }

  /// `3-7, 12 and 9 lines more`
  private static func places(_ lines: LineSet) -> String {
    let shown = LineSet(ranges: Array(lines.ranges.prefix(listedRanges)))
    let rest = lines.count - shown.count
    return rest == 0 ? "\(shown)" : "\(shown) and \(counted(rest, "line")) more"
  }

  private func code(of file: PatchCoverage.File) -> [[String]] {
    let missed = file.missedLines.lines.lazy.prefix(Self.shownLines).compactMap { line in
      sources?.text(of: file.path, line: line).map { (line: line, texts: [Self.visible($0)]) }
    }
    let partial = (file.uncoveredRegions ?? []).prefix(UncoveredRegions.maximumLines)
      .compactMap(UncoveredRegionExcerpt.init).map { excerpt in
        (line: excerpt.line, texts: window(excerpt))
      }
    let shown = Array(missed) + partial
    let width = shown.map { String($0.line).count }.max() ?? 0
    return shown.map { line, texts in
      page.code(
        texts.enumerated().map { index, text in
          let number = index == 0 ? String(line) : ""
          return String(repeating: " ", count: width - number.count) + number + "  " + text
        })
    }
  }

  /// Returns a line without its indentation.
  private static func visible(_ text: String) -> String {
    let text = text.drop { $0 == " " || $0 == "\t" }
    return HostileText(text.replacing("\t", with: "  ")).line(limit: ChangedSource.maximumLineBytes, spacing: .kept)
  }

  /// Returns the part of a line with the first uncovered region, and its carets.
  private func window(_ excerpt: UncoveredRegionExcerpt) -> [String] {
    let first = excerpt.carets.prefix { $0 == " " }.count
    let room = page.codeWidth - 8
    let start = first < room - 10 ? 0 : first - room / 2
    return [excerpt.text, excerpt.carets].map { String($0.dropFirst(start)) }
  }

  private var indirect: TerminalSection? {
    guard let indirect = coverage.indirect else { return nil }
    let places = indirect.listed.prefix(IndirectChanges.maximumListed).map { place in
      TerminalSection.Block(
        lines: page.line("\(place.path):\(place.lines): \(CoverageMessages.indirect(place.kind))"),
        count: place.lines.count)
    }
    return page.section(
      "Lines that the change did not touch: \(CoverageMessages.indirect(indirect))", places,
      total: indirect.lostLines + indirect.gainedLines)
  }
}
