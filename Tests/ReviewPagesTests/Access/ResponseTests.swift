// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ConfigurationFiles
import JobQueue
import ReviewContract
import ReviewServer
import ReviewTesting
import Testing

@testable import ReviewPages

/// What every response has.
struct ResponseTests {
  private static let policy =
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; "
    + "base-uri 'none'; frame-ancestors 'none'"

  /// Returns the problems of a response.
  private static func problems(_ answer: PlainClient.Response, _ path: String) -> [String] {
    var expected = [
      "content-security-policy": policy, "x-content-type-options": "nosniff", "x-frame-options": "DENY",
      "referrer-policy": "no-referrer", "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin", "cache-control": "no-store",
    ]
    if path.hasPrefix("/assets/"), answer.status == 200 {
      expected["cache-control"] = "public, max-age=31536000, immutable"
    }
    return expected.filter { answer.fields[$0.key] != $0.value }.map { name, value in
      "\(path): \(name) is \(answer.fields[name] ?? "missing"), not \(value)"
    } + (answer.fields["access-control-allow-origin"] == nil ? [] : ["\(path): other sites may read it"])
  }

  @Test func `every response has the fields that protect it`() async throws {
    try await withScratchDirectory { folder in
      let world = try await AccessWorld(in: folder, .everyone)
      try await withPages(world.world) { pages in
        let running = try await world.world.review(8, in: Subject.closed.repository)
        let (lease, log) = try await world.world.start()
        log.write(.output(line: "Compiling"))
        let cookie = try await world.world.session("ada")
        var problems: [String] = []
        let paths =
          Target.allCases.map { $0.path(.closed, id: world.id(.closed)) }
          + [
            "/", "/r/\(running.id)", "/r/\(running.id)/log", "/sign-in", "/sign-in/github", "/sign-in/none/done",
            "/p/github/acme/closed/8", "/nothing", "/r/99", "/%", "/r/1?key=x", PageAssets.styleAddress,
            PageAssets.scriptAddress, PageAssets.reportScriptAddress, PageAssets.iconAddress, "/assets/x/pages.css",
          ]
        for path in paths {
          for cookie in [cookie, nil] {
            let answer = try await pages.get(path, cookie: cookie)
            problems += Self.problems(answer, path)
            if answer.fields["content-type"]?.hasPrefix("text/html") == true {
              problems += markupProblems(answer.body).map { "\(path): \($0)" }
            }
          }
          problems += Self.problems(try await pages.post(path, cookie: cookie), path)
        }
        #expect(problems == [])
        try await world.world.finish(lease, log)
      }
    }
  }

  @Test(arguments: ["green", "testsRed", "hostileNames", "flaky", "conflict"])
  func `the page of a report has nothing inline`(name: String) async throws {
    try await withPages { pages in
      let job = try await pages.world.review()
      let (lease, log) = try await pages.world.start()
      try await pages.world.finish(lease, log, report: name)
      let page = try await pages.get("/r/\(job.id)", cookie: pages.world.session("bob"))
      #expect(page.status == 200)
      #expect(markupProblems(page.body) == [])
      #expect(Self.problems(page, "/r/1") == [])
    }
  }

  @Test func `the answer to HEAD is that to GET without its body`() async throws {
    try await withPages { pages in
      let job = try await pages.world.review()
      let (lease, log) = try await pages.world.start()
      try await pages.world.finish(lease, log)
      let cookie = try await pages.world.session("bob")
      for path in ["/", "/r/\(job.id)", "/r/\(job.id)/log", "/r/\(job.id)/log.txt", "/r/99", PageAssets.styleAddress] {
        let client = try await PlainClient(port: pages.port)
        await client.send(PlainClient.head("HEAD", path, [("Cookie", cookie)]))
        let head = try await client.head()
        let answer = try await pages.get(path, cookie: cookie)
        #expect(head.status == answer.status)
        #expect(Self.problems(head, path) == [])
        // The next answer on the connection begins after the head.
        #expect(try await client.request("GET", path, [("Cookie", cookie)]) == answer)
      }
    }
  }

  @Test func `an error inside says nothing about itself`() async throws {
    try await withPages { pages in
      let job = try await pages.world.review()
      // The log is a link, which is not followed.
      try pages.world.folder.link("logs/\(job.id).log", to: "/etc/passwd")
      let answer = try await pages.get("/r/\(job.id)", cookie: pages.world.session("bob"))
      #expect(answer.status == 500)
      #expect(Self.problems(answer, "/r/1") == [])
      #expect(!answer.body.contains("logs/"))
      #expect(!answer.body.contains("root:"))
    }
  }

  @Test func `only the badge of a public repository is kept by proxies`() async throws {
    try await withScratchDirectory { folder in
      let world = try await AccessWorld(in: folder, .everyone)
      try await withPages(world.world) { pages in
        let opened = try await pages.get(Target.badge.path(.opened, id: ""))
        #expect(opened.fields["cache-control"] == "public, max-age=60")
        #expect(opened.fields["cross-origin-resource-policy"] == "cross-origin")
        let cookie = try await world.world.session("bob")
        for subject in [Subject.opened, .closed] {
          let answer = try await pages.get(Target.badge.path(subject, id: ""), cookie: cookie)
          #expect(answer.status == 200)
          let isPublic = subject == .opened
          #expect(answer.fields["cache-control"] == (isPublic ? "public, max-age=60" : "no-store"))
          #expect(answer.fields["cross-origin-resource-policy"] == (isPublic ? "cross-origin" : "same-origin"))
        }
      }
    }
  }
}
