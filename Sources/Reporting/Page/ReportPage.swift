// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
import Findings
import Foundation
import HTMLTemplates
import ReviewContract

/// Renders `report.html`: one self-contained page that works from a file and runs only its own style and script.
struct ReportPage: ReportRenderer {
  private let rules: [String: FindingList.Rule]

  init(rules: [FindingList.Rule]) {
    self.rules = Dictionary(rules.map { ($0.id, $0) }) { first, _ in first }
  }

  func render(_ report: Report) -> String {
    let notes = PageNotes(report, rules: rules)
    let files = PageFiles(report, notes: notes)
    let patch = SuggestionPatch(report, files.sources)
    let sections = PageSections(report: report, files: files, rules: rules, patch: patch)
    let page: HTML = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(trusted: Self.policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <title>#\(report.pullRequest.number) \(text: report.pullRequest.title): \(text: report.verdictText)</title>
      <style>\(trusted: PageAssets.style)</style>
      </head>
      <body>
      \(PageHeader(report: report).html)
      <div class="layout\(trusted: files.sources.isEmpty ? " plain" : "")">
      \(tree(files))
      <main id="main">
      \(PageSummary(report).html)
      \(sections.html)
      \(list(files, report))
      </main>
      </div>
      \(footer(report))
      \(trusted: PageHeader.keys)
      <script type="application/json" id="data">\(trusted: files.json)</script>
      <script>\(trusted: PageAssets.script)</script>
      </body>
      </html>

      """
    return page.text
  }

  private static let policy =
    "default-src 'none'; style-src '\(hash(PageAssets.style))'; script-src '\(hash(PageAssets.script))'; "
    + "base-uri 'none'; form-action 'none'"

  /// Returns the hash of an inline style or script for a content security policy.
  private static func hash(_ text: String) -> String {
    "sha256-\(Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString())"
  }

  private func tree(_ files: PageFiles) -> HTML {
    guard !files.sources.isEmpty else { return "" }
    return """
      <nav class="tree" id="tree" aria-label="Changed files">
      <button class="tool menu" id="menu" type="button" aria-expanded="false"><span>Changed files</span>\
      <span class="count">\(files.sources.count)</span></button>
      <h2>Changed files <span class="count">\(files.sources.count)</span></h2>
      <div class="all" id="tree-files"></div>
      </nav>
      """
  }

  private func list(_ files: PageFiles, _ report: Report) -> HTML {
    let remaining = report.change.files - files.sources.count
    let more: HTML = remaining > 0 && report.sources != nil ? "<p class=\"more\">and \(remaining) more files</p>" : ""
    let head: HTML = files.sources.isEmpty ? "" : "<h2>Files <span class=\"count\">\(files.sources.count)</span></h2>"
    return """
      <section class="block files">\(head)<div id="files"></div>\(more)
      <noscript><p class="more">This page shows the code of the change only with JavaScript.</p></noscript></section>
      """
  }

  private func footer(_ report: Report) -> HTML {
    let base: HTML = report.pullRequest.baseBranch.map { "<span>base <code>\(text: $0)</code></span>" } ?? ""
    return """
      <footer><span>\(text: report.tool)</span>\
      <span>head <code>\(text: report.head.short)</code></span>\
      \(base)<span>merge base <code>\(text: report.mergeBase.short)</code></span>\
      <span>\(text: report.runs.first?.toolchain ?? "")</span></footer>
      """
  }
}
