// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
package import Findings
package import ReviewContract

/// The effects of the pull request's own `.reviewbot.yml`.
package enum HeadConfiguration {
  /// A note for each difference that the pull request makes, or for each error. The head's configuration takes effect
  /// only after the merge, and changes of the base that the head does not have yet are no differences.
  package static func notes(_ workspace: Workspace, catalogue: RuleCatalogue) -> [String] {
    // Files that the base's configuration extends are among those that were read with it.
    let lintFiles = workspace.changes.files.map(\.path).filter { path in
      Workspace.isLintConfiguration(path) || workspace.baseLintFiles[path] != nil && path.hasSuffix(".yml")
    }
    let notes = lintFiles.map { "takes effect after the merge: \($0)" }
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
      return notes
        + (head ?? defaults).differences(from: base ?? defaults).map { "takes effect after the merge: \($0)" }
    } catch {
      return notes + error.problems.map { "the pull request's configuration is not valid: \($0)" }
    }
  }
}
