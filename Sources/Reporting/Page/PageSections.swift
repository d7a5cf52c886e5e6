// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTMLTemplates
import HostileText
import ReviewContract

/// The lists of a page between its summary and its files.
struct PageSections {
  private static let maximum = 100
  /// The maximum number of listed places of one rule.
  private static let listedPerRule = 30
  private static let listedRules = 60

  let report: Report
  let files: PageFiles
  let rules: [String: FindingList.Rule]
  let patch: SuggestionPatch

  var html: HTML {
    let runs = report.runs
    let sections: [HTML] = [
      conflicts, buildErrors, failures("Failed tests", runs.flatMap(\.failures), tag: nil), removed, findings,
      corrections, suppressions, ignored, oldFindings,
      failures("Flaky tests", runs.flatMap(\.flaky), tag: "passed when run again"),
      cases("Tests that did not finish", .unfinished), cases("Skipped tests", .skipped), doubts, unmeasured, indirect,
      output, notes,
    ]
    return "\(sections)"
  }

  /// - Parameter total: the number of items when `items` does not have all of them.
  private func section<Item>(
    _ title: String, total: Int? = nil, _ items: [Item], _ make: (Item) -> HTML
  ) -> HTML {
    guard !items.isEmpty else { return "" }
    let shown = items.prefix(Self.maximum).map(make)
    let total = total ?? items.count
    let more: HTML = total > shown.count ? "<p class=\"more\">and \(total - shown.count) more</p>" : ""
    return """
      <section class="block"><h2>\(text: title) <span class="count">\(total)</span></h2>
      <div class="list card">\(shown)\(more)</div></section>

      """
  }

  /// Returns text such as `Sources/A.swift:12`, a link to the line if it is in this page.
  private func place(_ path: String, _ line: Int?) -> HTML {
    let label: HTML = "\(text: path)\(trusted: line.map { ":\($0)" } ?? "")"
    return files.anchor(path, line: line).map { "<a class=\"at\" href=\"\($0)\">\(label)</a>" }
      ?? "<span class=\"at\">\(label)</span>"
  }

  /// Returns the class of an item; a problem that is not shown at a line of the page is a place to go to.
  private func item(_ path: String?, isProblem: Bool = true) -> HTML {
    isProblem && path.flatMap({ files.anchor($0, line: nil) }) == nil ? "item problem" : "item"
  }

  private var conflicts: HTML {
    section("Conflicts with the base", report.conflicts ?? []) {
      "<div class=\"item problem\"><span class=\"at\">\(text: $0)</span></div>"
    }
  }

  private var buildErrors: HTML {
    let summary = ReportSummary(report: report)
    return section("Build errors", report.runs.flatMap { summary.buildErrors($0) }) { error in
      """
      <div class="\(item(error.path))"><div class="line"><span class="tag error">error</span>\
      \(place(error.path, error.line))</div>\
      <p class="say">\(prose: error.message)</p></div>
      """
    }
  }

  private func failures(_ title: String, _ failures: [TestFailure], tag: String?) -> HTML {
    let isProblem = tag == nil
    return section(title, failures) { failure in
      let base: HTML =
        failure.result(on: report.baseName).map {
          "<span class=\"tag\(trusted: failure.failsOnBase == true ? "" : " bad")\">\(text: $0)</span>"
        } ?? ""
      let tag: HTML = tag.map { "<span class=\"tag warn\">\(text: $0)</span>" } ?? base
      let address: HTML = failure.path.map { place($0, failure.line) } ?? ""
      let output: HTML =
        failure.output.map { output in
          output.isEmpty
            ? "" : "<pre tabindex=\"0\" role=\"group\" aria-label=\"output of the test\">\(lines: output)</pre>"
        } ?? ""
      return """
        <div class="\(item(failure.path, isProblem: isProblem))"><div class="line">\
        <span class="name">\(text: failure.id.description)</span>\(tag)\(address)</div>\
        <p class="say">\(prose: failure.message)</p>\(output)</div>
        """
    }
  }

  private func cases(_ title: String, _ result: TestCase.Result) -> HTML {
    section(title, report.runs.flatMap(\.cases).filter { $0.result == result }) { test in
      let reason: HTML = test.reason.map { " <span class=\"soft\">\(prose: $0)</span>" } ?? ""
      return "<div class=\"item\"><span class=\"name\">\(text: test.id.description)</span>\(reason)</div>"
    }
  }

  private var removed: HTML {
    guard let removed = report.removedTests else { return "" }
    return section("Removed tests", total: removed.count, removed.tests) {
      "<div class=\"item\"><span class=\"name\">\(text: $0.description)</span></div>"
    }
  }

  /// The findings by rule, the rules with errors first.
  private var findings: HTML {
    let shown = ReportSummary(report: report).shownFindings
    let groups = shown.byRule
    guard !groups.isEmpty else { return "" }
    let more: HTML =
      groups.count > Self.listedRules ? "<p class=\"more\">and \(groups.count - Self.listedRules) more rules</p>" : ""
    let listed = groups.prefix(Self.listedRules).enumerated().map { group($1, isOpen: $0 < 3) }
    return """
      <section class="block"><h2>Findings <span class="count">\(shown.count)</span></h2>
      <div class="list card">\(listed)\(more)</div></section>

      """
  }

  private var ignored: HTML {
    section("Ignored until the next push", report.ignored ?? []) { entry in
      """
      <div class="item"><div class="line"><span class="tag">\(trusted: entry.finding.severity.rawValue)</span>\
      \(place(entry.finding.path, entry.finding.range.startLine))<span class="name">\(text: entry.finding.rule)</span> \
      <span class="soft">by \(text: entry.account)</span></div><p class="say">\(prose: entry.finding.message)</p></div>
      """
    }
  }

  private var oldFindings: HTML {
    section("Old findings, not counted", ReportSummary(report: report).oldFindings) { finding in
      """
      <div class="item"><div class="line"><span class="tag">\(trusted: finding.severity.rawValue)</span>\
      \(place(finding.path, finding.range.startLine))<span class="name">\(text: finding.rule)</span></div>\
      <p class="say">\(prose: finding.message)</p></div>
      """
    }
  }

  private var suppressions: HTML {
    guard let suppressions = report.suppressions else { return "" }
    return section("Suppressed by this change", total: suppressions.counts.all, suppressions.listed) { entry in
      let severity = entry.severity?.rawValue ?? "warn"
      let tag: HTML = "<span class=\"tag \(trusted: severity)\">\(text: SuppressionMessages.kind(entry))</span>"
      return """
        <div class="item"><div class="line">\(tag)\(place(entry.path, entry.line))\
        <span class="name">\(text: entry.rule)</span> \
        <span class="soft">\(text: SuppressionMessages.cause(entry))</span></div></div>
        """
    }
  }

  /// The suggestions as a patch, which the script copies; without it, the patch can be selected.
  private var corrections: HTML {
    guard patch.count > 0 else { return "" }
    let parts = patch.files.map { file -> HTML in
      "<code data-file=\"\(trusted: files.index(of: file.path).map(String.init) ?? "")\">\(exact: file.text)</code>"
    }
    let place = counted(patch.files.count, "file")
    let more: HTML =
      patch.omitted == 0
      ? "" : " <span class=\"soft\">\(patch.omitted) more overlap these, or their lines are not in the report</span>"
    return """
      <section class="block" id="patch"><h2>Corrections <span class="count">\(patch.count)</span></h2>
      <details class="patch card"><summary>Patch for <code>git apply</code>, in \(trusted: place)\(more)</summary>\
      <pre tabindex="0" role="group" aria-label="patch">\(parts)</pre></details></section>

      """
  }

  private func group(_ findings: [Finding], isOpen: Bool) -> HTML {
    let rule = findings[0].rule
    let worst = findings.worst.rawValue
    let about: HTML = rules[rule].map { "<span class=\"soft\">\(prose: $0.summary)</span>" } ?? ""
    let items = files.inOrder(findings).prefix(Self.listedPerRule).map { finding in
      let place: HTML =
        finding.isAboutPullRequest
        ? "<span class=\"soft\">\(text: finding.place)</span>" : place(finding.path, finding.range.startLine)
      return "<li>\(place)<span>\(prose: finding.message)</span></li>" as HTML
    }
    let remaining = findings.count - items.count
    let more: HTML = remaining > 0 ? "<li class=\"soft\">and \(remaining) more</li>" : ""
    return """
      <details class="rule"\(trusted: isOpen ? " open" : "")><summary>\
      <span class="tag \(trusted: worst)">\(trusted: worst)</span>\
      <span class="name">\(text: rule)</span><span class="count">\(findings.count)</span>\(about)</summary>\
      <ul>\(items)\(more)</ul></details>

      """
  }

  private var doubts: HTML {
    section("Why not to trust the coverage: counters that running tests did not set", report.coverage?.anomalies ?? [])
    {
      "<div class=\"item\">\(prose: $0)</div>"
    }
  }

  private var unmeasured: HTML {
    section("Files that were not measured", report.coverage?.unmeasured ?? []) { file in
      "<div class=\"item\">\(place(file.path, nil)) <span class=\"soft\">\(prose: file.reason)</span></div>"
    }
  }

  private var indirect: HTML {
    guard let indirect = report.coverage?.indirect else { return "" }
    let changes = Array(indirect.listed.prefix(IndirectChanges.maximumListed))
    return section("Lines that the change did not touch: \(CoverageMessages.indirect(indirect))", changes) { place in
      let tone: HTML = place.kind == .gained ? "good" : "bad"
      let line = place.lines.ranges.first?.lowerBound
      return """
        <div class="item"><div class="line">\(self.place(place.path, line))\
        <span class="tag \(tone)">\(trusted: CoverageMessages.indirect(place.kind))</span></div></div>
        """
    }
  }

  /// The output of a run that failed without a failed test or a diagnostic.
  private var output: HTML {
    let silent = report.runs.first { $0.failedSilently($0.diagnostics) }
    guard let silent else { return "" }
    return """
      <section class="block"><h2>End of the output</h2><div class="list card"><div class="item">\
      <pre tabindex="0" role="group" aria-label="end of the output">\(lines: silent.logTail)</pre></div></div></section>

      """
  }

  private var notes: HTML {
    section("Notes", ReportSummary(report: report).notes) { "<div class=\"item\">\(prose: $0)</div>" }
  }
}
