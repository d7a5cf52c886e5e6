// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
import ReviewTesting
import Rules
import SystemPackage
import Testing

/// The configurations in the documentation. The first line of a block is a comment with the name of its file, and for a
/// part of a file its key: `# .reviewbot.yml, lint.custom`.
struct PageConfigurationTests {
  private static let kinds: Set<String> = [
    "yaml", "json", "swift", "sh", "console", "text", "nginx", "ini", "vim",
  ]
  /// The files of other programs, and a key that each has.
  private static let others = [
    ".github/workflows/review.yml": "jobs", ".gitlab-ci.yml": "review", ".pre-commit-config.yaml": "repos",
    "Prometheus rules": "groups",
  ]
  private static let server =
    "forges: [{kind: github, webhook_secrets: [/etc/s], token: /etc/t, repositories: [acme/shapes]}]"
  private static let team = "{id: no_print, regex: print, message: m}, {id: uses_old_client, regex: old, message: m}"

  private static var configurations: [PageBlock] {
    get throws { try Pages().blocks.filter { $0.kind == "yaml" } }
  }

  /// A block of another kind would not be checked.
  @Test func `every block has a known kind, and an indented one has commands`() throws {
    let blocks = try Pages().blocks
    #expect(blocks.count > 100)
    for block in blocks {
      if let kind = block.kind {
        #expect(Self.kinds.contains(kind), "\(block): the kind \"\(kind)\" is not known")
      } else {
        #expect(PageCommands.isShell(block), "\(block): write a fenced block with its kind")
      }
    }
  }

  @Test func `every configuration in the documentation is valid, without notes`() async throws {
    let blocks = try Self.configurations
    #expect(blocks.count > 30)
    try await withScratchDirectory { folder in
      let tree = try folder.folder("tree")
      _ = try GitFixture(in: tree)
      for name in ["team", "concurrency", "tests"] {
        try tree.write("Rules/\(name).yml", "version: 1\nlint: {custom: [\(Self.team)]}\n")
      }
      let program = try BuiltProgram(in: folder)
      for block in blocks {
        let place = try #require(PagePlace(block), "\(block): the first line names no file")
        switch place.file {
        case ".reviewbot.yml":
          try tree.write(".reviewbot.yml", place.text(version: true))
          let outcome = try await program.run(["config", "check"], in: tree.path)
          #expect(
            outcome.status == 0 && outcome.output == "the configuration is valid\n", "\(block): \(outcome.errors)")
        case "server.yml":
          let text = place.text(version: true)
          let whole = text.contains("\nforges:") ? text : "\(text)\(Self.server)\n"
          let reader = ServerConfigurationReader(catalogue: BuiltInRulesAssembly().catalogue)
          #expect(throws: Never.self, "\(block)") { _ = try reader.read(text: whole, file: "server.yml") }
        default:
          let key = try #require(Self.others[place.file], "\(block): \"\(place.file)\" is no known file")
          #expect(block.lines.contains { $0.hasPrefix("\(key):") }, "\(block)")
        }
      }
    }
  }

  @Test(
    arguments: [
      (["# .reviewbot.yml", "coverage: {}"], "version: 1\n# .reviewbot.yml\ncoverage: {}\n"),
      (["# .reviewbot.yml", "version: 1"], "# .reviewbot.yml\nversion: 1\n"),
      (
        ["# .reviewbot.yml, lint.custom", "- id: a"],
        "version: 1\nlint:\n  custom:\n    # .reviewbot.yml, lint.custom\n    - id: a\n"
      ),
      (["coverage: {}"], nil), (["# a comment of more words"], nil),
    ] as [([String], String?)])
  func `a part of a configuration is put at its place`(lines: [String], text: String?) {
    let place = PagePlace(PageBlock(page: "p", line: 1, kind: "yaml", lines: lines))
    #expect(place?.text(version: true) == text)
  }

  @Test func `blocks are found by fences and by indentation`() {
    let page = "a\n\n    b\n\n    c\nd\n    e\n\n- f\n\n  ```yaml x\n  g: 1\n    h\n  ```\n```\ni\n"
    #expect(
      Pages.blocks(of: page, page: "p") == [
        PageBlock(page: "p", line: 3, kind: nil, lines: ["b", "", "c"]),
        PageBlock(page: "p", line: 12, kind: "yaml x", lines: ["g: 1", "  h"]),
        PageBlock(page: "p", line: 16, kind: "", lines: ["i", ""]),
      ])
  }
}

/// The place of a block in a file.
struct PagePlace {
  let file: String
  private let key: [String]
  private let lines: [String]

  /// Fails when the first line does not name a file.
  init?(_ block: PageBlock) {
    guard let first = block.lines.first, first.hasPrefix("# ") else { return nil }
    let parts = first.dropFirst(2).components(separatedBy: ", ")
    let names = [
      ".reviewbot.yml", "server.yml", ".github/workflows/review.yml", ".gitlab-ci.yml", ".pre-commit-config.yaml",
      "Prometheus rules",
    ]
    guard names.contains(parts[0]), parts.count <= 2 else { return nil }
    file = parts[0]
    key = parts.count == 2 ? parts[1].components(separatedBy: ".") : []
    lines = block.lines
  }

  /// - Parameter version: whether a missing version is added.
  func text(version: Bool) -> String {
    let head = key.enumerated().map { String(repeating: "  ", count: $0.offset) + $0.element + ":" }
    let indent = String(repeating: "  ", count: key.count)
    let whole = head + lines.map { indent + $0 }
    let hasVersion = !version || lines.contains { $0.hasPrefix("version:") }
    return (hasVersion ? "" : "version: 1\n") + whole.joined(separator: "\n") + "\n"
  }
}
