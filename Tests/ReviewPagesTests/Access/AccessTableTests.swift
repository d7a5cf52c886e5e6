// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ConfigurationFiles
import Findings
import ReviewTesting
import Testing

@testable import ReviewPages

/// Every address as every sender.
struct AccessTableTests {
  /// Requests every address about a subject.
  private static func answers(
    _ pages: RunningPages, _ subject: Subject, id: String, cookie: String?
  ) async throws -> [Target: PlainClient.Response] {
    // The token of the session's forms, which every page has.
    let overview = try await pages.get("/", cookie: cookie).body
    let token = overview.firstMatch(of: /name="token" value="([A-Za-z0-9_-]+)"/).map { String($0.1) } ?? "none"
    var answers: [Target: PlainClient.Response] = [:]
    for target in Target.allCases {
      let path = target.path(subject, id: id)
      answers[target] =
        Target.forms.contains(target)
        ? try await pages.post(path, [("token", token), ("commit", PagesWorld.commit(1).hex)], cookie: cookie)
        : try await pages.get(path, cookie: cookie)
    }
    return answers
  }

  private static func text(_ answer: PlainClient.Response?, _ subject: Subject, id: String) -> String {
    guard let answer else { return "no answer" }
    let fields = answer.fields.filter { $0.key != "date" }.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    // The answer contains the address of the request, for signing in.
    let body = answer.body.replacing("%2Fr%2F\(id)", with: "%2Fr%2FID")
      .replacing("%2Facme%2F\(subject)%2F", with: "%2Facme%2FNAME%2F")
    return (["\(answer.status)"] + fields + answer.cookies + [body]).joined(separator: "\n")
  }

  @Test(arguments: PageAccess.allCases, Sender.allCases)
  func `each answer is that of the table, and hidden is like missing`(access: PageAccess, sender: Sender) async throws {
    try await withScratchDirectory { folder in
      let world = try await AccessWorld(in: folder, access)
      try await withPages(world.world) { pages in
        var problems: [String] = []
        for subject in Subject.allCases {
          let cookie = try await world.cookie(sender, for: subject)
          let answers = try await Self.answers(pages, subject, id: world.id(subject), cookie: cookie)
          let missing = try await Self.answers(pages, .unused, id: "9", cookie: cookie)
          for target in Target.allCases {
            let expected = target.status(sender, subject, access)
            let status = answers[target]?.status ?? 0
            if status != expected { problems.append("\(subject) \(target): \(status) instead of \(expected)") }
            guard expected == 404 else { continue }
            let (shown, other) = (
              Self.text(answers[target], subject, id: world.id(subject)), Self.text(missing[target], .unused, id: "9")
            )
            if shown != other { problems.append("\(subject) \(target) differs from what does not exist: \(shown)") }
          }
        }
        #expect(problems == [])
      }
    }
  }

  @Test(arguments: [Sender.anonymous, .unknownSession, .endedSession, .revokedLink, .otherForge])
  func `a sender without access causes no request to the forge`(sender: Sender) async throws {
    try await withScratchDirectory { folder in
      let world = try await AccessWorld(in: folder, .members)
      try await withPages(world.world) { pages in
        for subject in Subject.allCases {
          let cookie = try await world.cookie(sender, for: subject)
          _ = try await Self.answers(pages, subject, id: world.id(subject), cookie: cookie)
        }
        #expect(world.world.forges.requests == 0)
      }
    }
  }

  @Test func `the forge gets one request a minute for each account and repository`() async throws {
    try await withScratchDirectory { folder in
      let world = try await AccessWorld(in: folder, .members)
      try await withPages(world.world) { pages in
        let cookie = try await world.world.session("bob")
        for _ in 0..<3 {
          for target in Target.pages {
            _ = try await pages.get(target.path(.closed, id: world.id(.closed)), cookie: cookie)
          }
        }
        #expect(world.world.forges.requests == 1)
      }
    }
  }

  @Test(arguments: [
    "/r/0", "/r/-1", "/r/01", "/r/1.5", "/r/+1", "/r/9223372036854775808", "/r/1%2Flog", "/r/x", "/r", "/r/",
    "/r/1/none",
    "/p/github/acme/closed?branch=main", "/p/github/acme/closed/0", "/p/github/acme/closed/07",
    "/p/github/acme/closed/-7",
    "/p/github/7", "/p", "/p/github//closed/7", "/p/github/acme/closed/x.svg", "/nothing", "/sign-in/gitlab",
    "/assets/0000000000000000/pages.css", "/assets/../r/1", "/%2e%2e/%2e%2e/etc/passwd",
  ])
  func `an invalid address is not found, also for a writer`(path: String) async throws {
    try await withScratchDirectory { folder in
      let world = try await AccessWorld(in: folder, .members)
      try await withPages(world.world) { pages in
        let answer = try await pages.get(path, cookie: world.world.session("ada"))
        #expect(answer.status == 404)
      }
    }
  }
}
