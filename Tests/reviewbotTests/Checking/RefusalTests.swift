// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import Foundation
import ReviewContract
import ReviewTesting
import Testing

@testable import Commands

extension EndToEnd {
  /// Pull requests without a report, because of errors in their repository.
  struct RefusalTests {
    private func check(
      _ forge: StandInForge, by program: BuiltProgram, _ arguments: [String] = []
    ) async throws -> BuiltProgram.Outcome {
      try await program.run(
        ["check", "--pr", "1", "--repo", "acme/tiny", "--output", "report", "--sandbox", "none"] + arguments,
        environment: forge.environment(token: StandInForge.token))
    }

    @Test func `a rejected tree sets an error status and replaces the text of the comment`() async throws {
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
            #expect(shown.statuses.first?.state == "error")
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
    func `only permanent errors get a comment`(error: WorkspaceError, isTold: Bool) throws {
      #expect((try publication(about: error).comment != nil) == isTold)
    }

    @Test func `an error that gets no comment gets a status`() throws {
      let publication = try publication(about: RunError("m", remedy: "r"))
      #expect(publication.comment == nil)
      #expect(publication.state == .error)
      #expect(publication.summary == "could not be reviewed: m; r")
    }

    @Test func `an error's text is a code block in the comment, and its first line is the status`() throws {
      let publication = try publication(
        about: WorkspaceError(.unsafeContent, "a\n@all\n<!-- x --> \u{202e}b"))
      #expect(publication.comment?.contains("    a\n    @all\n    <!-- x --> \\u{202E}b\n") == true)
      #expect(publication.summary == "could not be reviewed: a")
      #expect(publication.state == .error)
    }

    private func publication(about error: any Error) throws -> Publication {
      CheckStatus.publication(
        about: error, of: 1, commit: try #require(CommitID(String(repeating: "a", count: 40))),
        marker: try #require(CommentMarker(name: "reviewbot")))
    }
  }
}
