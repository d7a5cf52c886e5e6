// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTMLTemplates
import JobQueue
import ReviewContract
import ReviewTesting
import TestHistory
import Testing

@testable import ReviewPages

/// A template renders a name that no view has as nothing, without an error.
struct TemplateTests {
  private static let names = TemplateNames(PageTemplates.files)

  private static func views() async throws -> [TemplateNames.View] {
    try await withScratchDirectory { folder in
      let world = PagesWorld(in: folder)
      let job = try await world.review()
      let time = "2026-11-26T10:00:00Z"
      let lines = [
        "\(time) job 1, attempt 1: review", "\(time) build: started", "  error: x", "\(time) build: failed after 5 ms",
      ]
      var index = LogIndex()
      for var line in lines { line.withUTF8 { index.add(UnsafeRawBufferPointer($0)) } }
      let standing = JobStanding(of: job, among: [job], pauses: [], policy: QueuePolicy(), now: world.clock.now)
      let state = ReviewState(
        job: job, standing: standing, now: world.clock.now, index: index, successor: job, isApproved: false)
      let report = try PagesWorld.report("testsRed")
      let actions = ReviewActions(
        pullRequest: "/p", forgePage: "/f", forgeName: "GitHub", logPage: "/l", firstError: "/e", successor: "/r/2",
        formToken: "t",
        mayApprove: true, mayCancel: true, mayRecheck: true, mayLink: true, links: 1, page: "/r/1", head: "h",
        shortHead: "h")
      let page = ReviewPage(
        id: "1", stateHTML: "", facts: ReviewPage.facts(job, nil, report), actions: actions, events: "/e", isLive: true,
        linesHTML: "", earlier: 1, log: "/l", reportHTML: "", hasReport: false)
      var log = LogPage(job.id, index, isLive: true)
      log.show([ReviewPages.LogLine(number: 1, text: "a")], from: 1, of: 1, page: "/r/1")
      var layout = PageLayout(title: "", place: "", content: "")
      layout.accounts = [PageLayout.Account(login: "ada", forge: "GitHub")]
      let states = LineStates([1: .missed])
      let snapshot = CoverageSnapshot(
        commit: PagesWorld.commit(1), toolchain: "", packages: [], testsPassed: true, files: ["A/b.swift": [1: .missed]]
      )
      var sample = SampleHistory(world: world)
      sample.job = { _ in "1" }
      try sample.store()
      let tests = TestOverview(TestSummary(sample.tests.baseRecords()), failures: 1, slowest: 1)
      let tables = TestTables(tests, today: "2030-01-01") { _ in "/r/1/log" }
      let facts = BranchFacts(
        branches: ["main"], branch: "main", tests: tests, coverage: [], snapshot: snapshot, unreadable: ["text"])
      let repository = RepositoryPage(facts, forge: "/f", tests: tables, folder: "") { $0 }
      let views: [Any] = [
        layout, page, ReviewStateView(state, verdict: nil, outages: []), log,
        MessagePage(heading: "", text: "", mark: ""),
        MadeLink(link: "", page: "", lifetime: ""),
        Overview([job], pauses: [], now: world.clock.now, unknownForges: [], isSignedIn: true, isCut: false),
        PullRequestPage([job], [job.id: ReportLibrary.Summary(report)], comment: "c", forge: "/f"), Badge(job, nil),
        repository, tables, CoverageFolder("A", in: snapshot) { $0 },
        CoverageFilePage("A/b.swift", states, at: snapshot.commit, links: nil) { $0 },
        SignInPage(forges: [SignInPage.Forge(name: "", server: "", address: "", login: nil)], hasForges: true),
      ]
      return views.map { TemplateNames.View($0) }
    }
  }

  @Test func `every name in a template is a property of a view, and every property is used`() async throws {
    let properties = try await Self.views().reduce(into: Set()) { $0.formUnion($1.labels) }
    #expect(Self.names.properties.subtracting(properties) == [])
    #expect(properties.subtracting(Self.names.properties) == [])
  }

  @Test func `only markup is not escaped`() {
    #expect(Self.names.wronglyEscaped == [])
  }

  @Test func `names of properties fit their types, and optional ones are unique`() async throws {
    let problems = try await Self.views().flatMap(\.problems)
    #expect(problems == [])
  }

  @Test func `every template is embedded, and every partial is a template`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let files = try FileManager.default.contentsOfDirectory(
      atPath: root.appendingPathComponent("Sources/ReviewPages/Templates").path)
    #expect(Set(files) == Set(PageTemplates.files.keys.map { "\($0).mustache" }))
    #expect(Self.names.partials.subtracting(PageTemplates.files.keys) == [])
  }
}
