// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage

/// The results of one `reviewbot check`.
struct Checked: Sendable {
  let outcome: BuiltProgram.Outcome
  let report: Report?
  let markdown: String?
  /// The remaining files in `$REVIEWBOT_HOME/runs`.
  let leftover: [String]
  /// The cached builds in `$REVIEWBOT_HOME/builds`.
  let builds: [String]

  /// Reviews the pull request of the repository.
  init(
    _ repository: SampleRepository, by program: BuiltProgram, _ arguments: [String] = ["--sandbox", "none"],
    environment: [String: String] = [:], shell: String? = nil
  ) async throws {
    let name = "report-\(UUID().uuidString)"
    outcome = try await program.run(
      ["check", "--pr", "\(repository.number)", "--repo", repository.path.string, "--output", name] + arguments,
      environment: environment, shell: shell)
    let files = (program.folder.exists("\(name)/report.json"), program.folder.exists("\(name)/report.md"))
    report = files.0 ? try ReportFile.decode(Data(program.folder.text("\(name)/report.json").utf8)) : nil
    markdown = files.1 ? try program.folder.text("\(name)/report.md") : nil
    leftover = program.names(in: "runs")
    builds = program.names(in: "builds")
  }

  /// Makes a repository and reviews its pull request.
  static func sample(base: SampleRepository.Files = [:], head: SampleRepository.Files = [:]) async throws -> Checked {
    try await withScratchDirectory { folder in
      let repository = try SampleRepository(in: folder.folder("repository"), base: base, head: head)
      return try await Checked(repository, by: BuiltProgram(in: folder))
    }
  }
}
