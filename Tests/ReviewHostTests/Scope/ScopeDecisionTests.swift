// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import ReviewContract
@testable import ReviewHost
import ReviewTesting
import SystemPackage
import Testing

struct ScopeDecisionTests {
  private struct Sample {
    var number = 7
    var title = "Shorter squares"
    var labels: [String] = []
    var isDraft = false
    var files = ["Sources/A.swift"]
  }

  private func scope(of sample: Sample, _ edit: (inout PullRequestSection) -> Void) throws -> ReviewScope? {
    var configuration = ReviewConfiguration(catalogue: RuleCatalogue(rules: []))
    edit(&configuration.pullRequest)
    let pullRequest = PullRequest(
      repository: Repository(forge: .github, name: "acme/shapes", cloneURL: "https://github.com/acme/shapes"),
      number: sample.number, title: sample.title, author: "Renovate[bot]", url: nil, state: .open,
      isDraft: sample.isDraft, head: nil, headRef: "", baseBranch: "main", isFromFork: false, labels: sample.labels)
    let head = try #require(CommitID(String(repeating: "a", count: 40)))
    let base = try #require(CommitID(String(repeating: "b", count: 40)))
    let workspace = Workspace(
      root: "/nowhere", head: head, base: base, mergeBase: base,
      changes: ChangeSet(files: sample.files.map { ChangedFile(path: $0, status: .modified) }),
      baseConfiguration: nil, headConfiguration: nil)
    return ScopeDecision(configuration: configuration).scope(of: pullRequest, workspace)
  }

  private func skip(_ edit: @escaping (inout SkipConditions) -> Void) -> (inout PullRequestSection) -> Void {
    { edit(&$0.skip) }
  }

  @Test func `a pull request is reviewed as a whole by default`() throws {
    #expect(try scope(of: Sample(isDraft: true)) { _ in } == nil)
    #expect(try scope(of: Sample(title: "WIP: x", labels: ["wip"])) { _ in } == nil)
  }

  @Test func `a listed label, author or set of paths skips the review, and the status passes`() throws {
    let label = try scope(of: Sample(labels: ["Dependencies"]), skip { $0.labels = ["docs", "dependencies"] })
    #expect(label == ReviewScope(.nothing, reason: "the label \"dependencies\""))
    #expect(try scope(of: Sample(labels: ["dependencies-2"]), skip { $0.labels = ["dependencies"] }) == nil)
    let author = try scope(of: Sample(), skip { $0.authors = ["renovate[bot]"] })
    #expect(author == ReviewScope(.nothing, reason: "the author \"Renovate[bot]\""))
    let docs = try #require(Glob("docs/**"))
    #expect(try scope(of: Sample(files: ["docs/a.md"]), skip { $0.paths = [docs] })?.isAuthorsChoice == false)
    #expect(try scope(of: Sample(files: ["docs/a.md", "Sources/A.swift"]), skip { $0.paths = [docs] }) == nil)
    #expect(try scope(of: Sample(files: []), skip { $0.paths = [docs] }) == nil)
  }

  @Test func `a listed text in the title skips the review, and the status waits for the author`() throws {
    let marked = try scope(of: Sample(title: "Squares [Skip Review]"), skip { $0.titles = ["[skip review]"] })
    #expect(
      marked == ReviewScope(.nothing, reason: "the title has \"[skip review]\"", isAuthorsChoice: true))
    #expect(try scope(of: Sample(), skip { $0.titles = ["[skip review]"] }) == nil)
  }

  @Test(arguments: [(DraftReview.review, nil), (.lint, ReviewScope.Depth.rules), (.skip, .nothing)])
  func `drafts are handled as configured`(drafts: DraftReview, depth: ReviewScope.Depth?) throws {
    let scope = try scope(of: Sample(isDraft: true)) { $0.drafts = drafts }
    #expect(scope?.depth == depth)
    #expect(scope?.isAuthorsChoice ?? true)
    #expect(try self.scope(of: Sample()) { $0.drafts = drafts } == nil)
  }

  @Test func `a review of a base branch or a merge queue is never skipped`() throws {
    let sample = Sample(number: 0, title: "[skip review]", isDraft: true)
    #expect(
      try scope(of: sample) {
        $0.drafts = .skip
        $0.skip.titles = ["[skip review]"]
        $0.skip.authors = ["renovate[bot]"]
      } == nil)
  }
}
