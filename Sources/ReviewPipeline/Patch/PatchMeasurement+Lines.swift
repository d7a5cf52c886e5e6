// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

extension PatchMeasurement {
  /// The lines of the change, one by one, by the same rules as the number.
  ///
  /// - Parameter coverage: what ``measure(_:testsPassed:)`` made of the same map.
  func lines(_ map: CoverageMap, _ coverage: PatchCoverage) -> LineReport {
    let files = changes.files.compactMap { file -> LineReport.File? in
      guard let states = map.files[file.path] ?? unlinked(file, map) else { return nil }
      let lines = lines(of: file, states, map)
      return lines.isEmpty ? nil : LineReport.File(path: file.path, lines: lines, partials: policy.partials)
    }
    return LineReport(files: files, unmeasured: coverage.unmeasured, partials: policy.partials, notes: coverage.notes)
  }

  /// The code of a file that no test bundle links, where it counts as missed.
  private func unlinked(_ file: ChangedFile, _ map: CoverageMap) -> [Int: LineState]? {
    guard policy.unmeasured == .countAsMissed, let code = map.unlinkedCode[file.path] else { return nil }
    return Dictionary(uniqueKeysWithValues: code.lines.map { ($0, .missed) })
  }

  private func lines(of file: ChangedFile, _ states: [Int: LineState], _ map: CoverageMap) -> [LineReport.Line] {
    let (added, counted) = (file.addedLines, countedLines(of: file))
    let measured = states.filter { added.contains($0.key) }.map { line, state in
      guard counted.contains(line) else { return LineReport.Line(line: line, class: .moved) }
      let idle = map.idleColumns[file.path]?[line] ?? []
      return LineReport.Line(line: line, class: Self.class(of: state), columns: idle)
    }
    let excluded = (map.excluded[file.path] ?? [:]).filter { counted.contains($0.key) }.map { line, reason in
      LineReport.Line(line: line, class: .excluded, reason: reason.words)
    }
    return (measured + excluded).sorted { $0.line < $1.line }
  }

  private static func `class`(of state: LineState) -> LineReport.Class {
    switch state {
    case .covered: .covered
    case .partial: .partial
    case .missed: .missed
    }
  }
}
