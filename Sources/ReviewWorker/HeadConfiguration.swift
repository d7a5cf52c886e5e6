// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
package import Findings
package import ReviewContract

/// The effects of the pull request's own configuration files.
package enum HeadConfiguration {
  /// The limit of the differences that a note lists.
  private static let listedDifferences = 5

  /// A note about the configuration files that the pull request changes, and one for each error. The head's
  /// configuration takes effect only after the merge, and changes of the base that the head does not have yet are no
  /// differences.
  package static func notes(_ workspace: Workspace, catalogue: RuleCatalogue) -> [String] {
    // Files that the base's configuration extends are among those that were read with it.
    let lintFiles = workspace.changes.files.map(\.path).filter { path in
      Workspace.isLintConfiguration(path) || workspace.baseLintFiles[path] != nil && path.hasSuffix(".yml")
    }
    let branch = workspace.baseBranch ?? "the base"
    let notes = lintFiles.map { "`\($0)` changed; this review used \(branch)'s version" }
    guard workspace.headConfiguration != workspace.mergeBaseConfiguration else { return notes }
    let reader = ConfigurationReader(catalogue: catalogue)
    do {
      let base = try workspace.mergeBaseConfiguration.map { text throws(ConfigurationError) in
        try reader.read(text: text, file: ConfigurationReader.fileName)
      }
      let head = try workspace.headConfiguration.map { text throws(ConfigurationError) in
        try reader.read(text: text, file: ConfigurationReader.fileName)
      }
      let defaults = ReviewConfiguration(catalogue: catalogue)
      let differences = (head ?? defaults).differences(from: base ?? defaults)
      guard !differences.isEmpty else { return notes }
      let more = differences.count - listedDifferences
      let listed = differences.prefix(listedDifferences).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
      return notes + [
        "`\(ConfigurationReader.fileName)` changed; this review used \(branch)'s version (after the merge: \(listed))"
      ]
    } catch {
      return notes + error.problems.map { "the pull request's configuration is not valid: \($0)" }
    }
  }
}
