// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import JobQueue
import KeyedStore
import ReviewContract
import ReviewHost
import ReviewTesting
import SystemPackage
import TestHistory
import Testing

@testable import ReviewPages

/// The page of a repository: its tests and its coverage.
struct RepositoryPageTests {
  private static let page = "/p/github/acme/shapes"

  private func withSample(
    _ change: (inout SampleHistory) -> Void = { _ in },
    _ body: @escaping @Sendable (RunningPages, _ cookie: String) async throws -> Void
  ) async throws {
    try await withScratchDirectory { folder in
      let world = PagesWorld(in: folder)
      try await world.review()
      var sample = SampleHistory(world: world)
      change(&sample)
      try sample.store()
      try await withPages(world) { try await body($0, world.session("bob")) }
    }
  }

  @Test func `a branch has its failing, slow and quarantined tests, plots and the coverage by folder`() async throws {
    try await withSample { pages, cookie in
      let page = try await pages.get(Self.page, cookie: cookie)
      #expect(page.status == 200)
      for text in [
        "ShapeTests/testNetwork", "12 of 100", "7 % to 20 %", "flaky", "ShapeTests/testLargeShapes", "1.2 s", "+",
        "2020-01-31", "expired", "needs a network", "https://github.com/acme/shapes/issues/5",
        "Coverage of the project, main", "Duration of the tests of main", "42 tests, 1 failed",
        "2 files that no test links",
        "Sources/", "Plugins/", "60 %", "aria-current=\"page\">main",
      ] { #expect(page.body.contains(text), "\(text)") }
      #expect(markupProblems(page.body) == [])
      // Only the log of a job that the queue has is linked.
      #expect(page.body.contains("href=\"/r/1/log\""))
      #expect(!page.body.contains("href=\"/r/2/log\""))
      #expect(page.body.matches(of: /<(?:i|a) class="(?:good|bad)"/).count == 100)
    }
  }

  @Test func `the coverage is shown by folder and file, down to the lines on the forge`() async throws {
    try await withSample { pages, cookie in
      let folder = try await pages.get("\(Self.page)?branch=main&path=Sources", cookie: cookie).body
      #expect(folder.contains("Shapes/") && folder.contains("Colors/") && !folder.contains("Plugins"))
      let path = "Sources%2FShapes%2FCircle.swift"
      let file = try await pages.get("\(Self.page)?branch=main&path=\(path)", cookie: cookie)
      #expect(file.status == 200)
      let commit = PagesWorld.commit(29).hex
      let address = "https://github.com/acme/shapes/blob/\(commit)/Sources/Shapes/Circle.swift"
      for text in [
        "50 % covered", "2 covered, 1 partial, 3 missed", "\(address)#L7-L9\"", ">7–9</a>", "\(address)#L12\"",
        "missed",
      ] { #expect(file.body.contains(text), "\(text)") }
      #expect(markupProblems(file.body) == [])
    }
  }

  @Test(arguments: [
    "?branch=other", "?branch=../main", "?branch=main&path=Sources/None.swift", "?branch=main&path=../../etc/passwd",
    "?branch=main&path=Sources/", "?path=/",
  ])
  func `a branch and a path without results do not exist`(query: String) async throws {
    try await withSample { pages, cookie in
      let page = try await pages.get(Self.page + query, cookie: cookie)
      #expect(page.status == 404)
    }
  }

  @Test func `a repository of another forge with the same name has its own results`() async throws {
    try await withSample { sample in
      sample.repository = Repository(
        forge: .gitlab, name: "acme/shapes", cloneURL: "https://gitlab.com/acme/shapes.git")
    } _: { pages, cookie in
      let page = try await pages.get(Self.page, cookie: cookie)
      #expect(page.status == 200)
      #expect(page.body.contains("No review has stored test results"))
      #expect(!page.body.contains("testNetwork"))
    }
  }

  private func files(in folder: FilePath) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.string).map { "\(folder)/\($0)" }
      .filter { !FilePath($0).isFolder }
  }

  @Test func `damaged records are left out and counted`() async throws {
    try await withSample { pages, cookie in
      let files = try files(in: pages.world.home.tests.appending("records"))
      #expect(files.count == 100)
      for file in files.prefix(60) { try Data("damaged".utf8).write(to: URL(fileURLWithPath: file)) }
      let page = try await pages.get(Self.page, cookie: cookie)
      #expect(page.status == 200)
      #expect(page.body.contains("of 40"))
      #expect(
        page.body.contains(
          "60 records of earlier test results could not be read (60 in tests/records): they are damaged"))
      #expect(!page.body.contains(pages.world.home.path.string))
      #expect(markupProblems(page.body) == [])
    }
  }

  @Test func `records that cannot be read at all are not taken for none`() async throws {
    try await withSample { pages, cookie in
      let (tests, coverage) = (pages.world.home.tests, pages.world.home.results.appending("history"))
      for file in try files(in: coverage) { try Data("damaged".utf8).write(to: URL(fileURLWithPath: file)) }
      // Those of a newer version of the program.
      let newer = TestHistory.Store(
        tests.appending("records"), StoreFormat("tests", version: TestHistory.format.version + 1))
      for (number, key) in newer.keys.enumerated() {
        try newer.set(SampleHistory(world: pages.world).record(number), for: key)
      }
      let page = try await pages.get(Self.page, cookie: cookie)
      #expect(page.status == 200)
      #expect(page.body.contains("100 records of earlier test results could not be read (100 in tests/records)"))
      #expect(page.body.contains("30 records of the coverage could not be read (30 in results/history)"))
      #expect(!page.body.contains("No review has stored") && !page.body.contains("Latest run"))
      #expect(markupProblems(page.body) == [])
    }
  }

  @Test func `the tip that was reviewed last chooses the branch`() async throws {
    try await withScratchDirectory { folder in
      let world = PagesWorld(in: folder)
      try await world.review()
      for branch in ["main", "release"] {
        var sample = SampleHistory(world: world)
        sample.branch = branch
        try sample.store()
      }
      let repository = PagesWorld.shapes
      _ = try await world.queue.request(
        JobRequest(
          PullRequestReference(of: repository), kind: .base, subject: "release", head: PagesWorld.commit(1)))
      try await withPages(world) { pages in
        let page = try await pages.get(Self.page, cookie: world.session("bob")).body
        #expect(page.contains("aria-current=\"page\">release"))
        #expect(page.contains("?branch=main\">main"))
      }
    }
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "a\u{202e}b",
    String(repeating: "x", count: 100_000),
  ])
  func `the names of tests and files are text`(text: String) async throws {
    try await withSample { sample in
      sample.flaky = TestID(suite: text, name: text)
      sample.path = "Sources/\(text.replacing("/", with: "-"))"
    } _: { pages, cookie in
      for query in ["", "?branch=main&path=Sources"] {
        let page = try await pages.get(Self.page + query, cookie: cookie)
        #expect(page.status == 200)
        #expect(markupProblems(page.body) + HostileInputs.hiddenScalars(in: page.body) == [])
        #expect(page.body.utf8.count < 1 << 20)
      }
    }
  }
}

extension FilePath {
  fileprivate var isFolder: Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: string, isDirectory: &isFolder) && isFolder.boolValue
  }
}
