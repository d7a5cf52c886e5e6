// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
import ReviewContract
import ReviewTesting
import Testing

@testable import reviewbot

extension EndToEnd {
  /// Pull requests of which no report can be made, for reasons that lie in their repository.
  struct RefusalTests {
    private func check(
      _ forge: StandInForge, by program: BuiltProgram, _ arguments: [String] = []
    ) async throws -> BuiltProgram.Outcome {
      try await program.run(
        ["check", "--pr", "1", "--repo", "acme/tiny", "--output", "report", "--sandbox", "none"] + arguments,
        environment: forge.environment(token: StandInForge.token))
    }

    @Test func `a refused tree is an error of its commit, and takes the comment's place`() async throws {
      let tiny = TinyRepository(content: .noPackage)
      try await withStandInForge(prepare: tiny.add) { forge in
        try await withScratchDirectory { folder in
          let program = try BuiltProgram(in: folder)
          let before = try await check(forge, by: program)
          #expect(before.output.contains("\ncomment: created"), "\(before.errors)")
          let old = try await forge.pullRequest(1, of: tiny.fullName)
          let head = try await forge.pushHidingTree(1, in: folder)

          let planned = try await check(forge, by: program, ["--dry-run"])
          #expect(planned.status == 3)
          #expect(planned.output.contains("comment: planned (PATCH "), "\(planned.output)")
          #expect(try await forge.pullRequest(1, of: tiny.fullName).comments == old.comments)

          for isFirst in [true, false] {
            let outcome = try await check(forge, by: program)
            #expect(outcome.status == 3)
            #expect(outcome.complaints.count == 1)
            #expect(outcome.complaints.first?.contains(".GIT has a name that git reserves") == true)
            #expect(outcome.output.contains(isFirst ? "comment: updated" : "comment: unchanged"), "\(outcome.output)")
            let shown = try await forge.pullRequest(1, of: tiny.fullName)
            #expect(shown.comments.map(\.id) == old.comments.map(\.id))
            let comment = try #require(shown.comments.first?.body)
            #expect(comment.contains("### Could not be reviewed") && comment.contains("Commit `\(head)`"))
            #expect(comment.contains("    the tree is not checked out: .GIT has a name"), "\(comment)")
            #expect(shown.statuses.map(\.state) == ["error"])
          }
          #expect(program.names(in: "runs") == [])
          #expect(try await forge.violations() == [])
        }
      }
    }

    @Test(arguments: [
      (WorkspaceError(.tooLarge, "m"), true), (WorkspaceError(.noMergeBase, "m"), true),
      (WorkspaceError(.unreachable, "m"), false), (WorkspaceError(.diskFull, "m"), false),
    ])
    func `only permanent errors are published`(error: WorkspaceError, isTold: Bool) throws {
      let marker = try #require(CommentMarker(name: "reviewbot"))
      let publication = RefusalPublisher.publication(about: error, of: try pullRequest(), marker: marker)
      #expect((publication != nil) == isTold)
      #expect(RefusalPublisher.publication(about: RunError("m"), of: try pullRequest(), marker: marker) == nil)
    }

    @Test func `text of the repository is no markup`() throws {
      let marker = try #require(CommentMarker(name: "reviewbot"))
      let error = WorkspaceError(.unsafeContent, "a\n@all\n<!-- x --> \u{202e}b")
      let publication = try #require(
        RefusalPublisher.publication(about: error, of: try pullRequest(), marker: marker))
      #expect(publication.comment?.contains("    a\n    @all\n    <!-- x --> \\u{202E}b\n") == true)
      #expect(publication.summary == "could not be reviewed: a")
      #expect(publication.state == .error)
    }

    private func pullRequest() throws -> PullRequest {
      PullRequest(
        repository: Repository(forge: .github, name: "a/b", cloneURL: "https://x/a/b.git"), number: 1, title: "",
        author: nil, url: nil, state: .open, isDraft: false, head: CommitID(String(repeating: "a", count: 40)),
        headRef: "refs/pull/1/head", baseBranch: "main", isFromFork: false)
    }
  }
}
