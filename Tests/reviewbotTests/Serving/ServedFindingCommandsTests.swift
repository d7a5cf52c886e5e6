// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import ReviewTesting
import Testing

extension ServedEndToEnd {
  /// Comments that ignore a finding, and that ask about a rule.
  struct ServedFindingCommandsTests {
    /// The description of the pull request is empty, and the change of the library has the custom rule's finding.
    private static let configuration = """
      version: 1
      pull_request: {only_docs: lint, rules: {description: error}}
      lint: {custom: [{id: no_more, regex: func more, message: Say it all., severity: error}]}

      """

    /// The report of a package is stored, and only published again. One with the findings of rules only is not, so that
    /// the rules are applied again.
    @Test(arguments: [(ForgeKind.github, TinyRepository.Content.library), (.gitlab, .noPackage), (.gitea, .noPackage)])
    func `a member has findings ignored until the next push`(
      kind: ForgeKind, content: TinyRepository.Content
    ) async throws {
      guard ServedCommandsTests.forgesWithMembers.contains(kind) else { return }
      var (tiny, settings) = (TinyRepository(content: content), ServiceDirectory.Settings())
      tiny.files = [".reviewbot.yml": Self.configuration]
      settings.kind = kind
      try await withService(of: tiny, settings) { forge, service in
        try forge.setMergeRequest(1, to: "change-1")
        let served = try await service.start()
        let reviewed = try #require(try await forge.waitForReviews(of: [1]).first)
        #expect(reviewed.verdict != "success")
        let findings = reviewed.reviews[0].body.matches(of: #/<sub>([0-9a-f]{8})</sub>/#).map { "\($0.1)" }
        let identifiers = Set(findings)
        #expect(identifiers.count == (content == .library ? 2 : 1))
        try await service.addHook(to: served)
        let command = "/reviewbot ignore \(findings[0])"
        try await forge.comment(command, in: "acme/tiny", by: "mallory")
        try await service.wait(forJobs: "a refused command") { $0.contains { $0.verdict == "refused" } }
        for identifier in identifiers {
          try await forge.comment("/reviewbot ignore \(identifier)", in: "acme/tiny", by: "ada")
        }
        let shown = try await forge.wait(for: "a pass") {
          $0.pullRequest(1, of: "acme/tiny")?.verdict == "success"
        }
        let body = try #require(shown.pullRequest(1, of: "acme/tiny")?.reviews.first?.body)
        #expect(body.contains("ignored by `@ada` until the next push: "))
        let reviews = try await service.waitUntilIdle().filter { $0.kind == "review" }
        #expect(reviews.count == (content == .library ? 1 : 2))
        #expect(try await served.terminate() == 0)
        guard content == .noPackage else { return }

        // It outlives the process.
        let again = try await service.start()
        try await service.addHook(to: again)
        try await forge.comment("/reviewbot recheck", in: "acme/tiny", by: "ada")
        let jobs = try await service.wait(forJobs: "another review") { jobs in
          jobs.count { $0.kind == "review" && $0.state == "done" } == 3
        }
        #expect(jobs.first { $0.kind == "review" }?.state == "done")
        #expect(try await forge.pullRequest(1, of: "acme/tiny").verdict == "success")
        #expect(try await forge.violations() == [])
        #expect(try await again.terminate() == 0)
      }
    }

    @Test func `rules of the program and of the base's configuration are explained`() async throws {
      var tiny = TinyRepository(content: .noPackage)
      tiny.files = [".reviewbot.yml": Self.configuration]
      try await withService(of: tiny) { forge, service in
        let served = try await service.start()
        try await forge.waitForReviews(of: [1])
        try await service.addHook(to: served)
        let questions = [
          ("explain force_try", "### `force_try`"), ("explain no_more", "custom rule of this repository"),
          ("explain forse_try", "Did you mean `force_try`"), ("help", "`/reviewbot explain RULE`"),
        ]
        for (question, _) in questions {
          try await forge.comment("/reviewbot \(question)", in: "acme/tiny", by: "ada")
        }
        try await forge.wait(for: "the answers") { state in
          let bodies = state.pullRequest(1, of: "acme/tiny")?.reviews.map(\.body) ?? []
          return questions.allSatisfy { _, answer in bodies.contains { $0.contains(answer) } }
        }
        try await service.waitUntilIdle()
        #expect(try await forge.pullRequest(1, of: "acme/tiny").reviews.count == 1 + questions.count)
        #expect(try await forge.violations() == [])
        #expect(try await served.terminate() == 0)
      }
    }
  }
}
