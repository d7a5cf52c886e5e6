// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// Repositories whose server sends malformed data.
  @Suite(.enabled(if: GitHTTPSServer.isAvailable, "the server of these tests needs git, openssl and python3"))
  struct HostilePackTests {
    private static let quick = ["huge-delta", "base-is-itself", "tree-without-end"]
    private static let others = [
      "huge-object", "hostile-names", "cut-short",
      "wrong-count", "more-than-it-says", "less-than-it-says", "no-stream", "no-such-type", "base-missing",
      "base-before-the-pack", "copies-past-the-base", "long-chain", "tree-is-missing", "tree-is-a-blob",
      "tree-without-names", "tree-with-wild-modes", "blob-is-missing", "link-is-endless", "trailing-bytes",
      "commit-is-empty", "commit-without-end", "parents-without-end", "parent-is-missing", "tag-of-a-tag", "wrong-sum",
      "wrong-version", "no-pack", "empty", "many-names", "wrong-lines",
    ]

    /// None of the repositories contains a package, so a review that does not need the wrong data fails as well.
    @Test(arguments: Soak.isLong ? quick + others : quick, Reviewer.all)
    func `a malformed pack does not crash the fetching process`(kind: String, reviewer: Reviewer) async throws {
      try await withScratchDirectory { folder in
        let outcome = try await Self.fetch(kind, by: reviewer, in: folder)
        #expect(outcome.status == 3, "\(outcome.errors)")
        #expect(outcome.complaints.count <= 1, "\(outcome.errors)")
        #expect(!outcome.errors.contains("ended without a response"), "\(outcome.errors)")
        let said = outcome.complaints.first ?? outcome.output
        #expect(said.hasPrefix("reviewbot: ") || said.contains("there is no Package.swift"), "\(said)")
        #expect(!FileManager.default.fileExists(atPath: "/tmp/taken"))
      }
    }

    @Test(.enabled(if: Soak.isLong, "a part of `make soak`"), arguments: Reviewer.all)
    func `a small pack that expands to gigabytes is stopped at the memory limit`(reviewer: Reviewer) async throws {
      try await withScratchDirectory { folder in
        let outcome = try await Self.fetch("copies-without-end", by: reviewer, in: folder)
        #expect(outcome.status == 3)
        let said = try #require(outcome.complaints.first)
        #expect(said.hasPrefix("reviewbot: the fetching process used more than "), "\(said)")
      }
    }

    @Test(.enabled(if: Soak.isLong, "a part of `make soak`"), arguments: Reviewer.all)
    func `a file of more than two gigabytes does not crash the fetching process`(reviewer: Reviewer) async throws {
      try await withScratchDirectory { folder in
        let outcome = try await Self.fetch("large-blob", by: reviewer, in: folder)
        #expect(outcome.status == 3, "\(outcome.errors)")
        #expect(!outcome.errors.contains("ended without a response"), "\(outcome.errors)")
      }
    }

    private static func fetch(
      _ kind: String, by reviewer: Reviewer, in folder: ScratchDirectory
    ) async throws -> BuiltProgram.Outcome {
      let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Servers/hostile_git.py")
      let server = try HelperProgram(["python3", script.path, kind])
      let port = try await server.nextLine()
      let program = try BuiltProgram(in: folder)
      let outcome = try await program.run(
        [
          "check", "--pr", "1", "--repo", "http://127.0.0.1:\(port)/acme/shapes", "--forge", "local", "--sandbox",
          "none",
          "--test", "head",
          "--no-build-cache",
        ], environment: try reviewer.take(folder).merging(["REVIEWBOT_FETCH_LIMIT": "10m"]) { $1 },
        shell: reviewer.shell)
      #expect(program.names(in: "runs") == [])
      return outcome
    }
  }
}
