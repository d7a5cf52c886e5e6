// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import Testing

extension EndToEnd {
  /// The repositories that other tests review often get a verdict, and quickly.
  struct TinyRepositoryTests {
    @Test(arguments: [
      (TinyRepository.Content.library, Verdict.noTests, "success"), (.noPackage, .couldNotRun, "error"),
    ])
    func `a repository without tests or without a package gets a verdict, a status and one comment`(
      content: TinyRepository.Content, verdict: Verdict, state: String
    ) async throws {
      let numbers = content == .noPackage ? 1...2 : 2...2
      let tiny = TinyRepository(content: content, pullRequests: 2, fromFork: [2])
      try await withStandInForge(prepare: tiny.add) { forge in
        try await withScratchDirectory { folder in
          let program = try BuiltProgram(in: folder)
          for number in numbers {
            let outcome = try await program.run(
              ["check", "--pr", "\(number)", "--repo", tiny.fullName, "--output", "report", "--sandbox", "none"],
              environment: forge.environment(token: StandInForge.token))
            #expect(outcome.status == verdict.exitCode, "\(outcome.errors)")
            let report = try ReportFile.decode(Data(folder.text("report/report.json").utf8))
            #expect(report.verdict == verdict)
            if verdict == .noTests { #expect(report.reasons == ["the package declares no test targets"]) }
            #expect(report.pullRequest.isFromFork == (number == 2))
            let shown = try await forge.pullRequest(number, of: tiny.fullName)
            #expect(shown.comments.count == 1)
            #expect(shown.statuses.map(\.state) == [state, "pending"])
          }
          #expect(try await forge.violations() == [])
        }
      }
    }
  }
}
