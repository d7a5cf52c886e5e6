// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Testing

@testable import Rules

struct ChangeRuleTests {
  @Test(
    arguments: [
      ("conventional", "feat(parser): read tuples", nil), ("conventional", "fix!: drop the old format", nil),
      ("conventional", "Feat: x", nil), ("conventional", "feature: x", "is not of the form"),
      ("conventional", "feat:x", "is not of the form"), ("conventional", "feat(): x", "is not of the form"),
      ("conventional", "feat: ", "is not of the form"), ("any", "whatever", nil),
    ] as [(String, String, String?)])
  func `titles that are not Conventional Commits are reported`(style: String, title: String, problem: String?) throws {
    var sample = ChangeRuleSample()
    sample.title = title
    let found = try sample.messages("title", ["style": .text(style)])
    #expect(found.isEmpty == (problem == nil), "\(found)")
    if let problem { #expect(found[0].hasPrefix("the title " + problem)) }
  }

  @Test func `titles that do not match a pattern or are too long are reported`() throws {
    var sample = ChangeRuleSample()
    sample.title = "Draft"
    #expect(try sample.messages("title", ["pattern": "^[A-Z]+-[0-9]+ "]) == ["the title does not match the pattern"])
    #expect(
      try sample.messages("title", ["maximum_length": 3]) == ["the title has 5 characters; the maximum is 3"])
    // A title is as long as a forge allows.
    sample.title = String(repeating: "a", count: 64 << 10) + "!"
    #expect(try sample.messages("title", ["pattern": "^a+$"]) == ["the title does not match the pattern"])
    #expect(try sample.messages("title", ["pattern": "a!$"]) == [])
  }

  @Test(
    arguments: [
      ("", [:], ["the description is empty"]), (" \n<!-- write here -->\n", [:], ["the description is empty"]),
      ("<!-- never closed", [:], ["the description is empty"]), ("Why.", [:], []),
      ("Why.", ["minimum_length": 10], ["the description has 4 characters; the minimum is 10"]),
      (
        "## Motivation\n\n### Details\nx\n## Testing\n<!-- how? -->\n",
        ["sections": ["Motivation", "testing", "Risk"]],
        ["the section \"testing\" of the description is empty", "the description has no section \"Risk\""]
      ),
    ] as [(String, [String: OptionValue], [String])])
  func `incomplete descriptions are found`(body: String, options: [String: OptionValue], expected: [String]) throws {
    var sample = ChangeRuleSample()
    sample.body = body
    #expect(try sample.messages("description", options) == expected)
  }

  @Test(arguments: [
    ("Fix #12", true), ("See acme/shapes#7", true), ("PROJ-12: x", true), ("https://git.example/a/b/issues/3", true),
    ("colour #fff", false), ("version 1.2", false), ("", false),
  ])
  func `links to issues are recognized in the description`(body: String, isLinked: Bool) throws {
    var sample = ChangeRuleSample()
    sample.body = body
    #expect(try sample.messages("linked_issue").isEmpty == isLinked)
  }

  @Test func `missing required labels and present forbidden labels are reported`() throws {
    var sample = ChangeRuleSample()
    let options: [String: OptionValue] = ["required": ["kind/*"], "forbidden": ["do not merge"]]
    #expect(try sample.messages("labels", options) == ["a label is required: one of kind/*"])
    sample.labels = ["Kind/bug"]
    #expect(try sample.messages("labels", options) == [])
    sample.labels = ["kind/bug", "Do Not Merge"]
    #expect(try sample.messages("labels", options) == ["the label \"Do Not Merge\" must be removed first"])
  }

  @Test func `drafts and disallowed target branches are reported`() throws {
    var sample = ChangeRuleSample()
    #expect(try sample.messages("draft") == [])
    sample.isDraft = true
    #expect(try sample.messages("draft") == ["the pull request is a draft"])
    let options: [String: OptionValue] = ["allowed": ["develop", "release/*"]]
    #expect(
      try sample.messages("target_branch", options) == ["the target branch \"main\" is not one of develop, release/*"])
    sample.targetBranch = "release/2"
    #expect(try sample.messages("target_branch", options) == [])
  }

  @Test func `fixups, merges, and missing messages and sign-offs of commits are reported`() throws {
    var sample = ChangeRuleSample()
    sample.commit("Add a reader\n\nSigned-off-by: Ada <ada@example.com>")
    sample.commit("fixup! Add a reader")
    sample.commit("Merge main", parents: 2)
    sample.commit("")
    let found = try sample.messages("commits", ["merges": false, "signed_off": true])
    #expect(
      found == [
        "commit 0000000000 is a fixup; squash it with git rebase --autosquash",
        "commit 0000000000 is a merge; rebase the branch instead", "commit 0000000000 has no message",
        "commit 0000000000 has no line Signed-off-by with its author's address; use git commit --signoff",
      ])
    for _ in 0..<30 { sample.commit("fixup! x") }
    #expect(try sample.messages("commits").count == 21)
    #expect(try sample.messages("commits").last == "commits have 12 more problems")
  }

  @Test func `the size of a change excludes moved lines and Package.resolved`() throws {
    var sample = ChangeRuleSample()
    sample.change("Sources/A.swift", to: lines(300))
    sample.change("Package.resolved", from: lines(10), to: lines(900))
    sample.files.append(
      ChangedFile(
        path: "Sources/B.swift", status: .modified,
        hunks: [Hunk(oldStart: 1, oldCount: 400, newStart: 1, newCount: 400)], movedLines: [1...400]))
    #expect(try sample.messages("size") == [])
    #expect(
      try sample.messages("size", ["lines": 299, "files": 1]) == [
        "300 lines are added or removed; the maximum is 299", "2 files are changed; the maximum is 1",
      ])
  }

  @Test func `missing, forbidden and protected files are reported`() throws {
    var sample = ChangeRuleSample()
    sample.change("Sources/API/A.swift", from: "a", to: lines(20))
    sample.change("Sources/Old.swift", from: "a")
    #expect(
      try sample.messages("required_paths", ["when": ["Sources/API/**"], "require": ["Documentation/**"]]) == [
        "\"Sources/API/A.swift\" is changed, but no file that matches Documentation/**"
      ])
    #expect(
      try sample.messages("forbidden_paths", ["paths": ["Sources/*.swift", "Sources/API/**"]]) == [
        "Sources/API/A.swift:1: the file matches a pattern of forbidden_paths"
      ])
    let protection: [String: OptionValue] = ["paths": ["Sources/API"], "authors": ["Grace"], "labels": ["approved"]]
    #expect(try sample.messages("protected_paths", protection).count == 1)
    sample.labels = ["approved"]
    #expect(try sample.messages("protected_paths", protection) == [])
    sample.labels = []
    sample.author = "grace"
    #expect(try sample.messages("protected_paths", protection) == [])
    #expect(try sample.messages("tests") == ["20 lines of sources are new, but no test is changed"])
    #expect(try sample.messages("changelog") == ["CHANGELOG.md has no entry for this change"])
    sample.labels = ["no changelog"]
    #expect(try sample.messages("changelog") == [])
    sample.change("Tests/ATests.swift", to: "a")
    #expect(try sample.messages("tests") == [])
  }

  @Test func `executable, binary and large files and missing license headers are reported`() throws {
    var sample = ChangeRuleSample()
    sample.change("run.sh", to: "#!/bin/sh\n")
    sample.change("A.swift", to: "let a = 1")
    sample.files = sample.files.map { ChangedFile(path: $0.path, status: .added, kind: .executable) }
    sample.files.append(ChangedFile(path: "logo.png", status: .added, isBinary: true))
    sample.sizes["logo.png"] = 600 << 10
    #expect(try sample.messages("executable_files") == ["A.swift:1: the file is executable but not a script"])
    #expect(try sample.messages("binary_files") == ["logo.png:1: the file is binary"])
    #expect(try sample.messages("large_files") == ["logo.png:1: the file has 600 KiB; the maximum is 500 KiB"])
    #expect(try sample.messages("license_header") == ["A.swift:1: the first 20 lines have no license header"])
  }

  @Test func `added, removed and changed dependencies are reported`() throws {
    var sample = ChangeRuleSample()
    sample.change(
      "Package.swift",
      from: """
        let a: [Package.Dependency] = [
          .package(url: "https://github.com/acme/kept", from: "2.0.0"),
          .package(url: "https://github.com/acme/gone.git", exact: "1.0.0"),
        ]
        """,
      to: """
        let a: [Package.Dependency] = [
          .package(url: "https://github.com/acme/kept", from: "1.9.0"),
          .package(url: "https://github.com/apple/swift-log", from: "1.0.0"),
          .package(url: "https://github.com/acme/new", branch: "main"),
        ]
        """)
    let resolved = { (version: String) in
      """
      {"pins": [{"identity": "kept", "kind": "remoteSourceControl", "location": "https://github.com/acme/kept",
        "state": {"revision": "0123", "version": "\(version)"}}], "version": 2}
      """
    }
    sample.change("Package.resolved", from: resolved("2.1.0"), to: resolved("2.10.0"))
    let found = try sample.messages(
      "dependencies", ["updates": true, "allowed": ["https://github.com/apple/*"]])
    #expect(
      found == [
        "Package.resolved:1: the dependency kept is updated from 2.1.0 to 2.10.0",
        "Package.swift:2: the dependency kept is downgraded from 2.0.0 to 1.9.0",
        "Package.swift:4: the dependency https://github.com/acme/new is new: branch: \"main\"",
        "Package.swift:4: the dependency new is pinned to branch: \"main\", which is not a version",
        "Package.swift:1: the dependency https://github.com/acme/gone.git is removed",
      ])
    // A file that is not valid JSON has no dependencies.
    var damaged = ChangeRuleSample()
    damaged.change("Package.resolved", from: resolved("1.0.0"), to: "{")
    #expect(try damaged.messages("dependencies") == [])
  }
}
