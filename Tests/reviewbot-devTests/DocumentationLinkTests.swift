// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Rules
import Testing

/// The links between the pages of this repository.
struct DocumentationLinkTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The pages, by paths relative to the root.
  private static func pages() throws -> [String: Page] {
    let folders = ["Documentation", "Examples", "config", "Lint/Sources", "Tests/Containers", "Tests/ControlGroups"]
    let below = folders.flatMap { folder in
      let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)?.compactMap {
        $0 as? String
      }
      return (names ?? []).filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
    }
    let top = try FileManager.default.contentsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".md") }
    return Dictionary(
      uniqueKeysWithValues: try (below + top).map {
        ($0, Page(try String(contentsOf: root.appending(path: $0), encoding: .utf8)))
      })
  }

  @Test func `every link to a file or a heading of this repository resolves`() throws {
    let pages = try Self.pages()
    var count = 0
    for (path, page) in pages {
      for link in page.links where !link.contains("://") && !link.hasPrefix("mailto:") {
        count += 1
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let folder = URL(filePath: "/\(path)").deletingLastPathComponent()
        let target = parts[0].isEmpty ? path : String(folder.appending(path: parts[0]).standardized.path.dropFirst())
        #expect(
          FileManager.default.fileExists(atPath: Self.root.appending(path: target).path), "\(path) links to \(link)")
        if parts.count > 1 {
          #expect(pages[target]?.anchors.contains(parts[1]) == true, "\(path) links to \(link)")
        }
      }
    }
    #expect(count > 300)
  }

  @Test func `each rule names its section of the documentation`() throws {
    let pages = try Self.pages()
    for rule in BuiltInRules.all.map({ $0.description }) {
      let parts = try #require(BuiltInRules.documentation(of: rule.id)).split(separator: "#").map(String.init)
      try #require(parts.count == 2 && parts[1] == rule.id)
      #expect(pages[parts[0]]?.anchors.contains(rule.id) == true, "\(parts)")
    }
    #expect(BuiltInRules.documentation(of: "no_such_rule") == nil)
  }

  @Test func `links and the anchors of headings are found, and those in code are not`() {
    let page = Page("# One `two_three`: (four)\n\n[a](b.md#c) `[d](e)`\n```\n# Five\n[f](g)\n```\n## Six\n## Six\n")
    #expect(page.links == ["b.md#c"])
    #expect(page.anchors == ["one-two_three-four", "six", "six-1"])
  }

  /// The links and headings of a page in Markdown.
  private struct Page {
    var links: [String] = []
    /// As GitHub names them.
    var anchors: Set<String> = []

    init(_ text: String) {
      var isCode = false
      for line in text.split(separator: "\n") {
        if line.drop(while: { $0 == " " }).hasPrefix("```") { isCode.toggle() }
        guard !isCode else { continue }
        if let heading = line.wholeMatch(of: /#{1,6} +(.*)/)?.1 { add(String(heading)) }
        links += line.replacing(/`[^`]*`/, with: "`").matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
      }
    }

    private mutating func add(_ heading: String) {
      let kept = heading.lowercased().filter { $0.isLetter || $0.isNumber || "_- ".contains($0) }
      let name = kept.replacing(" ", with: "-")
      var (anchor, number) = (name, 0)
      while !anchors.insert(anchor).inserted {
        number += 1
        anchor = "\(name)-\(number)"
      }
    }
  }
}
