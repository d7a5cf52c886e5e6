// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ArgumentParser
import Rules

extension CompletionKind {
  /// The branches and tags of the repository around the current folder, listed by git.
  package static let gitReferences = CompletionKind.shellCommand(
    "git for-each-ref --format='%(refname:short)' refs/heads refs/remotes refs/tags 2>/dev/null")

  /// The identifiers of all built-in rules, those about pull requests included.
  package static let rules = CompletionKind.custom { _, _, prefix in
    (BuiltInRules.all.map { $0.description.id } + BuiltInChangeRules.all.map { $0.findingRule })
      .filter { $0.hasPrefix(prefix) }.sorted()
  }
}
