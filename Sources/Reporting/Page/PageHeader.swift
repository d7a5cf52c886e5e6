// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTMLTemplates
import ReviewContract

/// The bar at the top of a page, and its list of keys.
struct PageHeader {
  let report: Report

  var html: HTML {
    let number: HTML = "\(text: report.repository.name) #\(report.pullRequest.number)"
    let place: HTML =
      report.webAddress.map { "<a href=\"\(url: $0)\" rel=\"noreferrer\">\(number)</a>" }
      ?? "<span class=\"repo\">\(number)</span>"
    let isSkipped = report.scope?.depth == .nothing
    let tone: Tone = isSkipped ? .none : Tone(report.verdict)
    let verdict = isSkipped ? "skipped" : report.verdictText
    return """
      <a class="skip" href="#main">Skip to the report</a>
      <header class="top">
      <span class="brand">\(PageIcon.brand)<b>reviewbot</b></span>
      <div class="where">\(place) \(text: report.pullRequest.title)</div>
      <span class="pill top-verdict \(trusted: tone.rawValue)">\(text: verdict)</span>
      <div class="tools">
      <div class="find" role="search">\(PageIcon.search)<input id="search" type="text" placeholder="Search the change" \
      aria-label="Search the change" autocomplete="off" spellcheck="false"><kbd id="slash" aria-hidden="true">/</kbd>\
      <output id="found" for="search"></output></div>
      <button class="tool" id="next" type="button" title="The next problem (n)" hidden>Next\
      <span class="vh"> problem</span></button>
      <div class="pair" role="group" aria-label="The view of the code">\
      <button class="tool" id="unified" type="button" aria-pressed="true">Unified</button>\
      <button class="tool" id="split" type="button" aria-pressed="false">Split</button></div>
      <button class="tool" id="theme" type="button" aria-label="Switch the theme">\(PageIcon.theme)</button>
      <button class="tool help" id="help" type="button" aria-label="Keyboard shortcuts">?</button>
      </div>
      </header>
      """
  }

  /// The dialog with the keys of the page.
  static let keys: String = {
    let rows = [
      ("j</kbd> <kbd>k", "next and previous file"), ("n</kbd> <kbd>p", "next and previous problem"),
      ("/", "search; Enter and Shift Enter go through the results"), ("u</kbd> <kbd>s", "unified or split view"),
      ("x", "fold the file"), ("g", "back to the summary"), ("t", "light or dark"), ("?", "this list"),
    ].map { "<dt><kbd>\($0)</kbd></dt><dd>\($1)</dd>" }.joined()
    return
      "<dialog id=\"keys\" aria-labelledby=\"keys-title\"><h2 id=\"keys-title\">Keyboard shortcuts</h2><dl>\(rows)</dl>"
      + "<button class=\"tool\" id=\"close\" type=\"button\">Close</button></dialog>"
  }()
}

extension Report {
  /// The address of the pull request's page; `nil` if it is not known or not that of a web page.
  var webAddress: String? { pullRequest.url.flatMap { HTML.isLink($0) ? $0 : nil } }
}

/// The rating of a result, as a class of the style.
enum Tone: String {
  case good, warn, bad, note, none

  init(_ verdict: Verdict) {
    self =
      switch verdict {
      case .passed: .good
      case .noTests, .superseded: .warn
      default: .bad
      }
  }

  init(_ state: SummaryRow.State) {
    self =
      switch state {
      case .passed: .good
      case .note: .note
      case .warning: .warn
      case .failed: .bad
      }
  }
}

/// Drawings of the page.
enum PageIcon {
  static let brand: HTML = """
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" \
    stroke-linejoin="round" aria-hidden="true"><path d="M4 5.5A2.5 2.5 0 0 1 6.5 3h11A2.5 2.5 0 0 1 20 5.5v8a2.5 2.5 0 \
    0 1-2.5 2.5H11l-5 5v-5.1A2.5 2.5 0 0 1 4 13.5z"/><path d="m8.5 9.5 2.5 2.5 4.5-5"/></svg>
    """
  static let search: HTML = """
    <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true">\
    <circle cx="7" cy="7" r="4.5"/><path d="m10.5 10.5 3.5 3.5" stroke-linecap="round"/></svg>
    """
  static let theme: HTML = """
    <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true">\
    <circle cx="8" cy="8" r="5.5"/><path d="M8 2.5a5.5 5.5 0 0 1 0 11z" fill="currentColor"/></svg>
    """

  static func of(_ tone: Tone) -> HTML {
    let path: HTML =
      switch tone {
      case .good: "<path d=\"m6 12.5 4 4 8-9\"/>"
      case .bad: "<path d=\"m7 7 10 10M17 7 7 17\"/>"
      case .warn: "<path d=\"M12 6v7m0 4v.1\"/>"
      case .note: "<path d=\"M12 11v7m0-12v.1\"/>"
      case .none: "<path d=\"M7 12h10\"/>"
      }
    return """
      <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" \
      stroke-linejoin="round" aria-hidden="true">\(path)</svg>
      """
  }
}
