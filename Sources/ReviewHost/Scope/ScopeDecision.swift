// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import ContainedFiles
import Findings
package import ReviewContract

/// Decides how much of a pull request is reviewed, by the configuration of the base branch.
package struct ScopeDecision: Sendable {
  let configuration: ReviewConfiguration

  /// - Returns: `nil` for a complete review, also if there is no pull request: for a base's tip, or a commit of a merge
  ///   queue.
  package func scope(of pullRequest: PullRequest, _ workspace: Workspace) -> ReviewScope? {
    guard pullRequest.number > 0, workspace.head != workspace.base else { return nil }
    let changes = workspace.changes
    if let reason = skipReason(of: pullRequest, changes) { return ReviewScope(.nothing, reason: reason) }
    if let title = mark(in: pullRequest.title) {
      return ReviewScope(.nothing, reason: "the title has \"\(title)\"", isAuthorsChoice: true)
    }
    if pullRequest.isDraft {
      switch configuration.pullRequest.drafts {
      case .review: break
      case .lint: return ReviewScope(.rules, reason: "the pull request is a draft", isAuthorsChoice: true)
      case .skip: return ReviewScope(.nothing, reason: "the pull request is a draft", isAuthorsChoice: true)
      }
    }
    guard configuration.pullRequest.onlyDocs == .lint,
      DocumentationChange(changes, in: ContainedDirectory(workspace.root)).isOnlyDocumentation
    else { return nil }
    return ReviewScope(.rules, reason: "nothing that a build reads has changed")
  }

  /// The reason to skip a pull request, apart from marks in its title, which are the author's choice.
  private func skipReason(of pullRequest: PullRequest, _ changes: ChangeSet) -> String? {
    let skip = configuration.pullRequest.skip
    if let label = skip.labels.first(where: { wanted in
      pullRequest.labels.contains { $0.lowercased() == wanted.lowercased() }
    }) {
      return "the label \"\(label)\""
    }
    if let author = pullRequest.author, skip.authors.contains(where: { $0.lowercased() == author.lowercased() }) {
      return "the author \"\(author)\""
    }
    let paths = changes.files.flatMap { [$0.path, $0.oldPath].compactMap(\.self) }
    if !skip.paths.isEmpty, !paths.isEmpty, paths.allSatisfy({ path in skip.paths.contains { $0.matches(path) } }) {
      return "only files of pull_request.skip.paths changed"
    }
    return nil
  }

  private func mark(in title: String) -> String? {
    let title = title.lowercased()
    return configuration.pullRequest.skip.titles.first { title.contains($0.lowercased()) }
  }
}
