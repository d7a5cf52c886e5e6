// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import Reporting
import ReviewContract

/// A part of an address.
struct PathPart: Sendable {
  let name: String
  /// `nil` for the last part.
  let page: String?

  /// The parts of a path, each with its page.
  static func parts(of path: String, root: String, page: (String) -> String) -> [PathPart] {
    guard !path.isEmpty else { return [] }
    let names = path.split(separator: "/").map(String.init)
    let folders = names.indices.map { names[...$0].joined(separator: "/") }
    return [PathPart(name: root, page: page(""))]
      + zip(names, folders).map { PathPart(name: $0, page: $1 == path ? nil : page($1)) }
  }
}

/// The coverage of a folder, entry by entry.
struct CoverageFolder: Sendable {
  struct Row: Sendable {
    let name: String
    let page: String
    let share: String
    let covered: Int
    let partial: Int
    let missed: Int
    /// The ends of the bar's parts, from 0 to 100.
    let coveredEnd: Int
    let partialEnd: Int
  }

  private static let mostRows = 500

  let parts: [PathPart]
  let share: String
  let lines: Int
  let commit: String
  let rows: [Row]
  let remaining: Int?
  let unlinkedFiles: Int?

  /// - Parameter page: the page of a path.
  init(_ folder: String, in snapshot: CoverageSnapshot, page: (String) -> String) {
    let tree = CoverageTree(snapshot)
    let (entries, counts) = (tree.entries(of: folder), tree.counts(of: folder))
    parts = PathPart.parts(of: folder, root: "All files", page: page)
    share = Self.share(counts)
    lines = counts.measurable
    commit = snapshot.commit.short
    rows = entries.prefix(Self.mostRows).map { entry in
      let counts = entry.counts
      let total = max(1, counts.measurable)
      return Row(
        name: entry.isFolder ? entry.name + "/" : entry.name, page: page(entry.path), share: Self.share(counts),
        covered: counts.covered, partial: counts.partial, missed: counts.missed,
        coveredEnd: 100 * counts.covered / total, partialEnd: 100 * (counts.covered + counts.partial) / total)
    }
    remaining = entries.count > Self.mostRows ? entries.count - Self.mostRows : nil
    unlinkedFiles = folder.isEmpty && snapshot.unlinkedFiles > 0 ? snapshot.unlinkedFiles : nil
  }

  static func share(_ counts: LineCounts) -> String { "\(counts.percentage(partials: .covered)) %" }
}

/// The coverage of a file, line by line.
struct CoverageFilePage: Sendable {
  /// Neighboring lines in the same state.
  struct Place: Sendable {
    let lines: String
    let tone: String
    let state: String
    /// On the forge; `nil` without a page there.
    let page: String?
  }

  private static let mostPlaces = 2_000

  let parts: [PathPart]
  let share: String
  let counts: String
  let commit: String
  let forgePage: String?
  let places: [Place]
  let remaining: Int?

  /// - Parameter links: to the lines on the forge, which shows the code; `nil` without pages there.
  init(_ path: String, _ states: LineStates, at commit: CommitID, links: LineLinks?, page: (String) -> String) {
    parts = PathPart.parts(of: path, root: "All files", page: page)
    let counts = states.counts
    share = CoverageFolder.share(counts)
    self.counts = "\(counts.covered) covered, \(counts.partial) partial, \(counts.missed) missed"
    self.commit = commit.short
    forgePage = links?.address(of: path)
    places = states.runs.prefix(Self.mostPlaces).map { run in
      let (first, last) = (run.lines.lowerBound, run.lines.upperBound)
      return Place(
        lines: first == last ? "\(first)" : "\(first)–\(last)", tone: run.state.tone, state: run.state.rawValue,
        page: links?.address(of: path, lines: run.lines))
    }
    remaining = states.runs.count > Self.mostPlaces ? states.runs.count - Self.mostPlaces : nil
  }
}

extension LineState {
  /// The class of the style sheet.
  fileprivate var tone: String {
    switch self {
    case .covered: "good"
    case .partial: "warn"
    case .missed: "bad"
    }
  }
}
