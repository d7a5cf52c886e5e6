// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTMLTemplates
import ReviewContract
import Testing

@testable import Reporting

struct ReportPageTests {
  /// Returns a page without its own style and script.
  private func page(_ report: Report) -> String {
    ReportPage(rules: []).render(report).replacing(PageAssets.style, with: "").replacing(PageAssets.script, with: "")
  }

  private func matches(_ regex: Regex<(Substring, Substring)>, in page: String) -> [String] {
    page.matches(of: regex).map { String($0.output.1) }
  }

  @Test(
    arguments: [
      (.green, "✅", "reviewbot — passed"), (.flaky, "✅", "reviewbot — passed · 1 thing to look at"),
      (.buildBroken, "❌", "reviewbot — build failed"), (.testsRed, "❌", "reviewbot — tests failed"),
      (.superseded, "⚠️", "reviewbot — superseded by a newer push"), (.nothingToReview, "➖", "reviewbot — skipped"),
    ] as [(SampleReports, String, String)])
  func `the page begins with the sentence of the comment`(
    sample: SampleReports, sign: String, sentence: String
  ) throws {
    let page = page(try sample.report())
    #expect(page.contains("<h1><span class=\"vh\">\(sign) </span>\(sentence)</h1>"))
  }

  @Test func `cards are in the order of need`() throws {
    let report = try SampleReports.testsRed.report()
    let states = matches(#/<div class="check card ([a-z]+)">/#, in: page(report))
    #expect(states == ["bad", "bad", "bad", "bad", "warn", "warn", "note", "good", "none"])
    let names = matches(#/<h2>(.*?)<\/h2><p><b>/#, in: page(report))
    #expect(
      names == [
        "Build and tests", "Coverage of the change",
        "Coverage of <code>Sources/Shapes/**</code>, <code>Sources/Shapes/Circle.swift</code>", "Style",
        "Removed tests",
        "Suppressed", "Coverage of <code>Tools</code>", "Project coverage", "Change",
      ])
  }

  @Test(
    arguments: [
      (ForgeKind.github, "https://github.com/a/b/pull/7", "Open on GitHub"),
      (.gitlab, "https://gitlab.com/a/b/-/merge_requests/7", "Open on GitLab"),
      // The program behind this interface can be Forgejo.
      (.gitea, "https://codeberg.org/a/b/pulls/7", "Open on the forge"), (.local, nil, nil),
      (.github, "javascript:alert(1)", nil),
    ] as [(ForgeKind, String?, String?)])
  func `a button opens the pull request on its forge`(forge: ForgeKind, url: String?, label: String?) throws {
    let sample = try SampleReport.passed()
    let report = Report(
      tool: sample.tool, repository: Repository(forge: forge, name: "a/b", cloneURL: ""),
      pullRequest: .init(number: 7, title: "", author: nil, url: url, isFromFork: false), head: sample.head,
      base: sample.base, mergeBase: sample.mergeBase, configurationHash: "", verdict: .passed, reasons: [], stages: [],
      runs: [], coverage: nil, findings: [], notes: [], change: sample.change)
    let links = page(report).matches(of: #/<a class="tool" href="([^"]*)" rel="noreferrer">([^<]*)</a>/#)
    #expect(links.map { String($0.output.1) } == (label == nil ? [] : [url]))
    #expect(links.map { String($0.output.2) } == (label.map { [$0] } ?? []))
  }

  @Test func `below the coverage stands what its percentage leaves out`() throws {
    var coverage = try #require(SampleReports.informational.report().coverage)
    #expect(!page(try SampleReport.passed(coverage: coverage)).contains("class=\"small\""))
    coverage = PatchCoverage(
      counts: LineCounts(covered: 2, partial: 1, missed: 1), partials: .covered, target: "auto", gate: .informational,
      files: [], unmeasured: [], movedLines: 54, markedLines: 2)
    let page = page(try SampleReport.passed(coverage: coverage))
    #expect(
      page.contains(
        "<p class=\"small\">Not counted: 54 moved lines, 2 lines excluded with // reviewbot:coverage-off. "
          + "1 line ran only in part and counts as covered. No coverage target is set.</p>"))
    #expect(page.contains("<rect class=\"c\" x=\"0.00\" y=\"0\" width=\"50.00\" height=\"1\"/>"))
    #expect(page.contains("<rect class=\"m\" x=\"75.00\" y=\"0\" width=\"25.00\" height=\"1\"/>"))
  }

  @Test(arguments: [
    ("a", "a"), ("`a`", "<code>a</code>"), ("use `a<b>` or `c`.", "use <code>a&lt;b&gt;</code> or <code>c</code>."),
    ("an `open one", "an `open one"), ("`a` and `open", "<code>a</code> and `open"), ("``", "``"), ("", ""),
    ("``a``", "``a``"), ("<b>`</b>`", "&lt;b&gt;<code>&lt;/b&gt;</code>"), ("`\u{202e}`\n", "<code>\\u{202E}</code> "),
  ])
  func `text between backticks is code`(text: String, html: String) {
    let made: HTML = "\(prose: text)"
    #expect(made.text == html)
  }

  @Test func `files are in natural order, and the findings of a rule as well`() throws {
    let order = [
      "README.md", "Sources/Z.swift", "Sources/B/File2.swift", "Sources/B/File10.swift", "Sources/B/C/A.swift",
    ]
    let paths = [3, 2, 1, 0, 4].map { order[$0] }
    let findings = paths.map { path in
      Finding(
        rule: "todo", severity: .warning, path: path, range: SourceRange(line: 1, column: 1), message: "m",
        fingerprint: path, isInChange: true)
    }
    let sources = paths.map { ChangedSource(ChangedFile(path: $0, status: .modified)) }
    let page = page(try SampleReport.passed(findings: findings).adding(sources: sources, coverage: nil))
    #expect(matches(#/"p":"([^"]*)"/#, in: page) == order)
    #expect(matches(#/<li>\s*<a class="at" href="[^"]*">([^<]*):1</#, in: page) == order)
  }

  @Test func `corrections are a patch that is in the page without its script`() throws {
    let page = page(try SampleReports.testsRed.report())
    let patch = try #require(page.firstMatch(of: #/<details class="patch card">[^§]*?<\/details>/#)?.output)
    #expect(
      patch.hasSuffix(
        """
        <pre tabindex="0" role="group"
        aria-label="patch"><code data-file="0">\
        diff --git a/Sources/Shapes/Circle.swift b/Sources/Shapes/Circle.swift
        --- a/Sources/Shapes/Circle.swift
        +++ b/Sources/Shapes/Circle.swift
        @@ -1,5 +1,5 @@
         struct Circle {
           let radius: Double
        -  var area: Double {
        +let a = 1
         &#9;3 * radius }
         }
        </code></pre></details>
        """))
    #expect(!self.page(try SampleReports.green.report()).contains("git apply"))
  }

  @Test func `a problem that is at no line of the page can be gone to`() throws {
    let page = page(try SampleReports.testsRed.report())
    // The conflict and the failed test; the build error is at a line.
    #expect(matches(#/<div class="(item problem)">/#, in: page).count == 2)
  }

  /// Words of the program's own language.
  private static let ownWords = [
    "measurable", "for information", "outside it", "partly run;", "(unreachable)", "doubtful", "Doubtful", "warm",
    "describe", "Patch coverage",
  ]

  @Test(arguments: SampleReports.allCases.filter { $0 != .manyFindings })
  func `a page has the words of its readers`(sample: SampleReports) throws {
    let page = ReportPage(rules: []).render(try sample.report()).replacing(PageAssets.style, with: "")
    #expect(Self.ownWords.filter(page.contains) == [])
  }
}
