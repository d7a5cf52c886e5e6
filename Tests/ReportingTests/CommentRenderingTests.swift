// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Reporting

/// The comment as rendered by `cmark-gfm`, GitHub's own renderer, which is a package of Debian.
@Suite(.enabled(if: GFMRenderer.isInstalled, "cmark-gfm is not installed"))
struct CommentRenderingTests {
  private static let elements: Set<String> = [
    "h3", "p", "sub", "strong", "code", "pre", "table", "thead", "tbody", "tr", "th", "td", "details", "summary", "ul",
    "li",
    "a",
  ]
  /// The address of a rule's page, as the program passes it.
  private static let rulePage = "https://rules.example/force_unwrapping.html"

  private func html(_ report: Report) async throws -> String {
    let marker = try #require(CommentMarker(name: "reviewbot"))
    let settings = CommentSettings(marker: marker) { $0 == "force_unwrapping" ? Self.rulePage : nil }
    let comment = MarkdownRenderer(settings: settings).render(report)
    #expect(comment.utf16.count <= CommentSettings.defaultBudget)
    return try await withScratchDirectory { folder in
      let file = try folder.write("comment.md", comment)
      return try FinishedCommand.output(
        of: ["cmark-gfm", "--unsafe", "-e", "table", "-e", "autolink", "-e", "strikethrough", file.string])
    }
  }

  /// Checks elements, their attributes, and the text outside of code.
  private func check(_ html: String, _ hint: String) throws {
    var text = ""
    var depth = 0
    var open: [String] = []
    var rest = html.replacing(#/(?s)<!--.*?-->/#, with: "")[...]
    while let start = rest.firstIndex(of: "<") {
      if depth == 0 { text += rest[..<start] }
      let end = try #require(rest[start...].firstIndex(of: ">"), "\(hint)")
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      let isEnd = tag.hasPrefix("/")
      let name = String(tag.drop { $0 == "/" }.prefix { $0 != " " })
      #expect(Self.elements.contains(name), "<\(tag)> of \(hint)")
      if ["code", "pre"].contains(name) { depth += isEnd ? -1 : 1 }
      if isEnd { #expect(open.popLast() == name, "</\(name)> of \(hint)") } else { open.append(name) }
      guard !isEnd, tag.contains(" ") else { continue }
      let isOurs =
        tag.wholeMatch(
          of:
            #/a href="https://github.com/acme/shapes/(commit/a{40}|blob/a{40}/[A-Za-z0-9%/.-]*(#L[0-9]+(-L[0-9]+)?)?)"/#
        ) != nil
        || tag == "a href=\"\(Self.rulePage)\"" || tag == "code class=\"language-text\""
        || tag.wholeMatch(of: #/t[hd] align="[a-z]+"/#) != nil || tag == "pre lang=\"text\""
      #expect(isOurs, "<\(tag)> of \(hint)")
    }
    text += rest
    #expect(open == [], "\(hint)")
    #expect(text.firstMatch(of: /@[A-Za-z0-9]/) == nil, "a mention in \(hint)")
    #expect(text.firstMatch(of: /(#|GH-|!)[0-9]/) == nil, "a reference in \(hint)")
    #expect(text.firstMatch(of: /\b[0-9a-f]{7,40}\b/) == nil, "a commit in \(hint)")
  }

  @Test(arguments: HostileInputs.all + ["@octocat fixes #1 and GH-2 of acme/shapes#3", "<b onclick=x>y</b>"])
  func `no text of a pull request becomes markup`(text: String) async throws {
    let hint = String(text.prefix(100))
    try check(
      try await html(SampleReport.full(title: text, path: text, message: text, suite: text, test: text, log: text)),
      hint)
  }

  @Test(arguments: [
    "1. @octocat #1", "![](https://evil.example/x.png) [x](https://evil.example)", "a | b | <b>c</b>",
    "</details>\n\n# Heading\n0123456789abcdef",
  ])
  func `markup in any field of a report is escaped`(text: String) async throws {
    try check(try await html(PlantedReport(text).report), text)
  }

  @Test func `rules link to their pages, and locations to their lines`() async throws {
    let html = try await self.html(SampleReport.full())
    #expect(html.contains("<a href=\"\(Self.rulePage)\"><code>force_unwrapping</code></a>"))
    #expect(html.contains("#L3\"><code>Sources/Shapes/Circle.swift:3:5</code></a>"))
    #expect(html.contains("#L12\"><code>Tests/ShapeTests.swift:12</code></a>"))
  }

  @Test(arguments: [(5_000, 1), (3, 300), (5_000, 3_000)])
  func `many findings and failures are rendered as valid markup`(findings: Int, failures: Int) async throws {
    let html = try await self.html(SampleReport.full(findings: findings, failures: failures))
    try check(html, "\(findings), \(failures)")
    #expect(html.contains("<strong>\(failures) failed test\(failures == 1 ? "" : "s")</strong>"))
    #expect(html.contains("<summary>3 tests of the base were removed · "))
    #expect(html.contains("<strong>1 flaky test: failed, then passed when run again</strong>"))
    #expect(html.contains(" more"), "what is left out is said")
    #expect(html.contains("<sub>"), "the end is there")
  }
}

private enum GFMRenderer {
  static let isInstalled = FinishedCommand.succeeds(["cmark-gfm", "--version"])
}
