// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What the comment on the pull request says.
package struct CommentSection: ConfigurationSection {
  package var findings = 20

  package init() {}

  package static let name = "comment"
  package static let summary = "What the comment on the pull request says."
  package static var keys: [ConfigurationKey<Self>] {
    [ConfigurationKey("findings", \.findings, .integer(0...200), "How many findings are listed; the rest is counted.")]
  }
}
