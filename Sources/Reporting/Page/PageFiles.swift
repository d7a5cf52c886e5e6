// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HostileText
import ReviewContract

/// The changed files of a page, as data for its script: texts, coverage, and notes at the lines.
struct PageFiles {
  /// The maximum size of all texts together, in bytes of JSON; a page stays below two megabytes.
  private static let maximumBytes = 1_500_000
  private static let maximumLine = 10_000_000

  let sources: [ChangedSource]
  private let report: Report
  private let hasText: Bool
  private let coverage: [String: PatchCoverage.File]
  private let notes: PageNotes
  private let links: LineLinks?
  private let indices: [String: Int]

  init(_ report: Report, notes: PageNotes) {
    self.report = report
    self.notes = notes
    hasText = report.sources != nil
    let measured = report.coverage?.files ?? []
    coverage = Dictionary(measured.map { ($0.path, $0) }) { first, _ in first }
    links = LineLinks(report)
    // A report without texts still has files with coverage or findings.
    let known = Set(measured.map(\.path)).union(notes.paths)
    let all = report.sources ?? known.map { ChangedSource(ChangedFile(path: $0, status: .modified)) }
    sources = Array(
      all.map { (key: NaturalPath($0.path), source: $0) }.sorted { $0.key < $1.key }.map(\.source)
        .prefix(ChangedSource.maximumFiles))
    indices = Dictionary(sources.enumerated().map { ($1.path, $0) }) { first, _ in first }
  }

  func index(of path: String) -> Int? { indices[path] }

  /// Returns the findings in the order of the page's files, the errors first.
  func inOrder(_ findings: [Finding]) -> [Finding] {
    let paths = Set(findings.map(\.path)).map(NaturalPath.init).sorted().map(\.path)
    let ranks = Dictionary(uniqueKeysWithValues: paths.enumerated().map { ($1, $0) })
    func rank(_ finding: Finding) -> (Int, Int, Int) {
      (finding.severity == .error ? 0 : 1, ranks[finding.path] ?? 0, finding.range.startLine)
    }
    return findings.enumerated().sorted { left, right in
      let (one, other) = (rank(left.element), rank(right.element))
      return one == other ? left.offset < right.offset : one < other
    }.map(\.element)
  }

  var json: String {
    var json = JSONText()
    json.object { json in
      json.member("hasText", hasText)
      json.array("files", sources) { json, source in add(source, to: &json) }
    }
    return json.text
  }

  private func add(_ source: ChangedSource, to json: inout JSONText) {
    let measured = coverage[source.path]
    let isFull = json.byteCount > Self.maximumBytes
    let sections = isFull ? [] : source.sections
    json.object { json in
      json.member("p", HostileText(source.path).line(limit: 400))
      json.member("o", source.oldPath.map { HostileText($0).line(limit: 400) })
      json.member("w", source.status.rawValue)
      json.member("a", source.addedLines)
      json.member("d", source.removedLines)
      json.member("x", source.omission?.rawValue ?? (isFull && !source.sections.isEmpty ? "noRoom" : nil))
      json.member("k", source.isCut)
      json.member("l", links?.address(of: source.path))
      if let counts = measured?.counts, counts.measurable > 0 {
        json.array("t", [counts.covered, counts.partial, counts.missed]) { $0.value($1) }
        json.member("c", "\(counts.percentage(partials: report.coverage?.partials ?? .covered)) %")
      }
      json.array("h", sections) { json, section in
        json.array { json in
          json.value(section.oldStart)
          json.value(section.newStart)
          json.array(section.lines) { json, line in
            let (mark, text) = ChangedSource.Section.parts(of: line)
            json.value((mark == UInt8(ascii: "+") ? "+" : mark == UInt8(ascii: "-") ? "-" : " ") + PageLine(text).text)
          }
        }
      }
      addLines(source, sections, measured, to: &json)
    }
  }

  /// Adds the data of the lines that are shown.
  private func addLines(
    _ source: ChangedSource, _ sections: [ChangedSource.Section], _ measured: PatchCoverage.File?,
    to json: inout JSONText
  ) {
    var texts: [Int: Substring] = [:]
    var states: [Int: LineState] = [:]
    for section in sections where section.newStart <= Self.maximumLine {
      for (number, text) in section.newLines {
        texts[number] = text
        states[number] = state(of: number, measured) ?? source.states?[number]
      }
    }
    if !states.isEmpty { json.member("s", LineStates(states).text) }
    let uncovered = Dictionary(grouping: (measured?.uncoveredColumns ?? []).filter { $0.count == 3 }) { $0[0] }
    let shown = uncovered.filter { texts[$0.key] != nil && $0.value.allSatisfy { $0[1] <= $0[2] } }
    if !shown.isEmpty {
      json.object("u") { json in
        for (line, columns) in shown.sorted(by: { $0.key < $1.key }) {
          json.key(line)
          json.array(columns) { json, column in
            let offsets = PageLine.offsets(column[1]...column[2], in: texts[line] ?? "")
            json.array([offsets.from, offsets.to]) { $0.value($1) }
          }
        }
      }
    }
    let notes = notes.of(source.path)
    guard !notes.isEmpty else { return }
    json.array("n", notes) { json, note in note.write(to: &json, lineText: texts[note.line]) }
  }

  private func state(of line: Int, _ file: PatchCoverage.File?) -> LineState? {
    guard let file else { return nil }
    if file.missedLines.contains(line) { return .missed }
    if file.partialLines.contains(line) { return .partial }
    return file.coveredLines?.contains(line) == true ? .covered : nil
  }
}
