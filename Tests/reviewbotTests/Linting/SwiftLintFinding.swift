// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage

/// A finding in the format of SwiftLint's reporter `json`.
struct SwiftLintFinding: Hashable {
  /// The path relative to the root of the repository.
  let file: String
  let line: Int
  let rule: String

  /// The findings in the output of a run, in their order.
  static func all(in outcome: BuiltProgram.Outcome, of git: GitFixture) throws -> [SwiftLintFinding] {
    struct Printed: Decodable {
      let file: String
      let line: Int
      let rule_id: String
    }
    let root = git.folder.path.string + "/"
    return try JSONDecoder().decode([Printed].self, from: Data(outcome.output.utf8))
      .map { SwiftLintFinding(file: $0.file.replacing(root, with: ""), line: $0.line, rule: $0.rule_id) }
  }
}
