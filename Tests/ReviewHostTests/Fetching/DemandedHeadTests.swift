// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import SystemPackage
import Testing

@testable import ReviewHost

struct DemandedHeadTests {
  private func id(_ digit: Character) throws -> CommitID { try #require(CommitID(String(repeating: digit, count: 40))) }

  private func pullRequest(_ head: CommitID?) -> PullRequest {
    PullRequest(
      repository: Repository(forge: .github, name: "acme/shapes", cloneURL: "https://example.com/acme/shapes.git"),
      number: 7, title: "", author: "mallory", url: nil, state: .open, isDraft: false, head: head,
      headRef: "refs/pull/7/head", baseBranch: "main", isFromFork: true)
  }

  @Test func `a fetched head other than the approved commit is rejected`() throws {
    let workspace = Workspace(
      root: "/w", head: try id("b"), base: try id("c"), mergeBase: try id("c"), changes: ChangeSet(files: []),
      baseConfiguration: nil, headConfiguration: nil)
    let approved = try id("a")
    let error = #expect(throws: RunError.self) { try workspace.demandHead(of: pullRequest(approved)) }
    #expect(
      error?.description
        == "the fetched head of acme/shapes is bbbbbbbbbb instead of aaaaaaaaaa; no code was run; review the newer commit"
    )
    try workspace.demandHead(of: pullRequest(workspace.head))
    // Without a forge, a pull request has no head before the fetch.
    try workspace.demandHead(of: pullRequest(nil))
  }
}
