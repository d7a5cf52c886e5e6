// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import Linting
import ReviewContract
import Rules
import SwiftSource

extension LintSession {
  /// The limit of the measured text in bytes; more would change the shares little.
  private static let maximumTimedBytes = 64 << 20

  /// Measures the time of each rule for the files of a request, with the settings outside of overrides.
  ///
  /// - Returns: the times, longest first.
  /// - Throws: as ``run(_:)``.
  func timings(_ request: LintRequest) async throws -> [RuleTime] {
    var texts: [SourceText] = []
    var total = 0
    var linter: RuleLinter?
    for subject in try await subjects(of: request) {
      let selected = try await select(request, subject)
      linter = try selected.linter.linter(for: "")
      let tree = ContainedDirectory(subject.change.root)
      for file in selected.changes.files where file.hasText && total < Self.maximumTimedBytes {
        // A file that cannot be read is not measured.
        let bytes =
          subject.texts.map { $0[file.path] } ?? (try? tree.bytes(at: file.textPath, limit: RuleLinter.maximumBytes))
        guard let bytes else { continue }
        texts.append(SourceText(path: file.path, bytes: bytes))
        total += bytes.count
      }
    }
    return linter?.timings(of: texts) ?? []
  }
}
