// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// Reviews a harmless change of packages whose tests pass, in the sandbox: none is mistaken for one that replaces what
  /// is built.
  ///
  /// `REVIEWBOT_HONEST_PACKAGES` contains paths of git repositories, separated by spaces.
  @Suite(
    .serialized, .enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)),
    .enabled(if: !HonestRepositories.all.isEmpty, "REVIEWBOT_HONEST_PACKAGES names no repositories"))
  struct HonestVerdictTests {
    @Test(arguments: HonestRepositories.all)
    func `a package that is built in a read-only checkout has no new failure`(package: String) async throws {
      try await withScratchDirectory { folder in
        let program = try BuiltProgram(in: folder)
        let repository = folder.path.appending("repository")
        try await blocking {
          let script = """
            git clone --quiet "$1" "$2" && cd "$2" && git checkout --quiet -B main && git checkout --quiet -b change
            echo "// A comment." >>"$(git ls-files 'Sources/*.swift' | head -n 1)"
            git -c user.name=a -c user.email=a@b commit --quiet --all --message change
            git update-ref refs/pull/1/head HEAD
            git checkout --quiet main
            """
          try FinishedCommand.output(of: ["sh", "-ec", script, "sh", package, repository.string])
        }
        let outcome = try await program.run([
          "check", "--pr", "1", "--repo", repository.string, "--base", "main", "--sandbox", "bwrap", "--test", "head",
          "--no-publish", "--output", "report",
        ])
        let report = try ReportFile.decode(Data(program.folder.text("report/report.json").utf8))
        let outcomes = report.runs.map { "\($0.outcome.rawValue) (\($0.tests.total) tests) \($0.reason)" }
        print("honest package \(package): \(outcomes.joined(separator: "; ")); \(report.notes)")
        let doubts = ["changed files of", "replaced what the build made", "the dependency", "build.writable"]
        for reason in report.reasons {
          #expect(!doubts.contains { reason.contains($0) }, "\(reason)\n\(outcome.errors)")
        }
        #expect(report.runs.allSatisfy { [.passed, .testsFailed, .noTests].contains($0.outcome) }, "\(outcomes)")
      }
    }
  }
}

private enum HonestRepositories {
  static let all = (ProcessInfo.processInfo.environment["REVIEWBOT_HONEST_PACKAGES"] ?? "")
    .split(separator: " ").map(String.init).filter { $0.hasSuffix(".git") }
}
