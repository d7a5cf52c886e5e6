// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Which lines the tests run, for a terminal.
struct TerminalCoverage {
  let coverage: PatchCoverage

  func add(to page: inout TerminalPage) {
    if coverage.isDoubtful { page.title("The coverage is doubtful: counters were not set by running tests") }
    for doubt in coverage.doubts ?? [] { page.line(doubt) }
    addMissed(to: &page)
    addIndirect(to: &page)
  }

  private func addMissed(to page: inout TerminalPage) {
    let files = coverage.files.filter { !$0.missedLines.isEmpty || !$0.partialLines.isEmpty }
    guard !files.isEmpty || !coverage.unmeasured.isEmpty else { return }
    page.title("Lines that the tests miss")
    for file in files {
      let missed = file.missedLines.isEmpty ? [] : ["not run \(file.missedLines)"]
      let partial = file.partialLines.isEmpty ? [] : ["partly run \(file.partialLines)"]
      page.line("\(file.path): \((missed + partial).joined(separator: "; "))")
      page.code(IdleWords.lines(of: file))
    }
    for file in coverage.unmeasured { page.line("\(file.path): not measured: \(file.reason)") }
  }

  private func addIndirect(to page: inout TerminalPage) {
    guard let indirect = coverage.indirect else { return }
    page.title("Lines that the change does not edit: \(CoverageWords.indirect(indirect))")
    for place in indirect.listed.prefix(IndirectChanges.maximumListed) {
      let what =
        switch place.kind {
        case .lost: "covered on the base, not run now"
        case .gained: "not run on the base, covered now"
        case .lostByMoving: "covered on the base, not run where it was moved to"
        }
      page.line("\(place.path):\(place.lines): \(what)")
    }
  }
}
