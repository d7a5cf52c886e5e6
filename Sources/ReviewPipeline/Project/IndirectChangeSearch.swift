// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Finds lines that a change does not edit and that the tests run differently with it.
struct IndirectChangeSearch {
  let base: [String: LineStates]
  let head: [String: LineStates]
  let changes: ChangeSet

  func find() -> IndirectChanges {
    let changed = Dictionary(changes.files.map { ($0.path, $0) }) { first, _ in first }
    let places = head.keys.sorted().flatMap { path -> [IndirectChanges.Place] in
      guard let states = head[path] else { return [] }
      guard let file = changed[path] else {
        return base[path].map { compared(path, $0, states, LineMapping([])) } ?? []
      }
      guard file.status != .added, let old = base[file.oldPath ?? path] else { return [] }
      return compared(path, old, states, LineMapping(file.hunks))
    }
    return IndirectChanges(places + changes.files.flatMap(moved))
  }

  /// Lines that tests ran where they were and do not run where they are.
  private func moved(_ file: ChangedFile) -> [IndirectChanges.Place] {
    guard let states = head[file.path] else { return [] }
    let lost = file.movedRuns.flatMap { run in
      (0..<run.count).filter { offset in
        states[run.newStart + offset] == .missed && base[run.oldPath]?[run.oldStart + offset] == .covered
      }.map { run.newStart + $0 }
    }
    return Self.places(file.path, lost, .lostByMoving)
  }

  private func compared(
    _ path: String, _ old: LineStates, _ new: LineStates, _ mapping: LineMapping
  ) -> [IndirectChanges.Place] {
    // Most files are the same, in their lines and in what ran of them.
    if old == new, mapping.isIdentity { return [] }
    var lost: [Int] = []
    var gained: [Int] = []
    for run in old.runs where run.state != .partial {
      for line in run.lines {
        guard let line = mapping.newLine(of: line), let state = new[line] else { continue }
        if run.state == .covered, state == .missed { lost.append(line) }
        if run.state == .missed, state == .covered { gained.append(line) }
      }
    }
    return Self.places(path, lost, .lost) + Self.places(path, gained, .gained)
  }

  private static func places(
    _ path: String, _ lines: [Int], _ kind: IndirectChanges.Kind
  ) -> [IndirectChanges.Place] {
    LineSet(lines).ranges.map { IndirectChanges.Place(path: path, lines: [$0], kind: kind) }
  }
}
