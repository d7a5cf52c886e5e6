// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Testing

@testable import Reporting
@testable import ReviewContract

struct LineLinksTests {
  private static let head = String(repeating: "a", count: 40)

  private func links(_ forge: ForgeKind, _ url: String?, number: Int = 7) throws -> LineLinks? {
    let id = try #require(CommitID(Self.head))
    return LineLinks(
      Report(
        tool: "t", repository: Repository(forge: forge, name: "acme/shapes", cloneURL: ""),
        pullRequest: .init(number: number, title: "", author: nil, url: url, isFromFork: false), head: id, base: id,
        mergeBase: id, configurationHash: "", verdict: .passed, reasons: [], stages: [], runs: [], coverage: nil,
        findings: [], notes: [], change: ChangeSummary(files: 0, addedLines: 0, removedLines: 0)))
  }

  @Test(
    arguments: [
      (
        ForgeKind.github, "https://github.com/acme/shapes/pull/7", "https://github.com/acme/shapes/blob/\(head)/", "-L4"
      ),
      (.gitlab, "https://gitlab.com/a/b/c/-/merge_requests/7", "https://gitlab.com/a/b/c/-/blob/\(head)/", "-4"),
      (.gitea, "http://127.0.0.1:3000/a/b/pulls/7", "http://127.0.0.1:3000/a/b/src/commit/\(head)/", "-L4"),
    ])
  func `links lead to the lines at the head commit`(
    forge: ForgeKind, url: String, folder: String, end: String
  ) throws {
    let links = try #require(try links(forge, url))
    #expect(links.address(of: "Sources/A.swift") == folder + "Sources/A.swift")
    #expect(links.address(of: "Sources/A.swift", line: 3) == folder + "Sources/A.swift#L3")
    #expect(links.address(of: "a", lines: 3...4) == folder + "a#L3" + end)
  }

  @Test func `special characters in the path of a link are encoded`() throws {
    let links = try #require(try links(.github, "https://github.com/acme/shapes/pull/7"))
    let address = try #require(links.address(of: "a b)](x)\"<é>#?%_*\n.swift"))
    #expect(
      address.hasSuffix("/a%20b%29%5D%28x%29%22%3C%C3%A9%3E%23%3F%25%5F%2A%0A.swift"))
    #expect(links.address(of: String(repeating: "é", count: 400)) == nil)
  }

  @Test(
    arguments: [
      nil, "", "https://github.com/acme/shapes/pull/8", "javascript:alert(1)/pull/7", "https:///pull/7",
      "https://github.com/acme/sh apes/pull/7", "https://github.com/acme/x](https://evil.example)/pull/7",
      "https://user@evil.example/acme/shapes/pull/7", "//github.com/acme/shapes/pull/7",
    ])
  func `an address that is not a pull request's has no links`(url: String?) throws {
    #expect(try (links(.github, url) == nil))
    #expect(try (links(.local, url) == nil))
  }
}
