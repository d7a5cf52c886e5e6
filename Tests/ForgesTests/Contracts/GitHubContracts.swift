// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ResourceLoading
import ReviewContract
import Testing

@testable import Forges

/// Every call to GitHub, with all optional parts.
enum GitHubContracts {
  static func cases() throws -> [ContractCase] {
    let api = try gitHub()
    let commit = try sampleCommit()
    let publication = try samplePublication(state: .failure, annotations: sampleAnnotations(50))
    let content = CheckContent(publication)
    let portion = content.portions(from: 0)[0]
    let comments = [
      GitHubLineComment(path: "Sources/A.swift", lines: 3...3, text: "One line."),
      GitHubLineComment(
        path: "Sources/A.swift", suggestion: Suggestion(startLine: 3, endLine: 5, replacement: "let a = 1"),
        text: "Several."),
    ]
    return [
      ContractCase(PullRequestCall(api: api, number: 7)),
      ContractCase(ListPullRequestsCall(api: api)),
      ContractCase(BranchReferenceCall(api: api, branch: "feature/circles")),
      ContractCase(RepositoryCall(api: api)),
      ContractCase(ListFilesCall(api: api, number: 7)),
      ContractCase(CompareCall(api: api, base: commit, head: commit)),
      // A folder and a submodule are responses too, but we don't read them.
      ContractCase(
        ContentsCall(api: api, path: "Sources/A b.swift", commit: commit),
        answer: """
          {"type": "file", "encoding": "base64", "size": 2, "name": "A b.swift", "path": "Sources/A b.swift",
           "content": "aGk=\\n", "sha": "3d21", "url": "https://example.com/a", "git_url": null, "html_url": null,
           "download_url": null, "_links": {"git": null, "html": null, "self": "https://example.com/a"}}
          """),
      ContractCase(CurrentUserCall(api: api)),
      ContractCase(ListCommentsCall(api: api, number: 7)),
      ContractCase(CreateCommentCall(api: api, number: 7, text: "text")),
      ContractCase(CommentCall(api: api, id: 5_000_000_000)),
      ContractCase(UpdateCommentCall(api: api, id: 5_000_000_000, text: "text")),
      ContractCase(DeleteCommentCall(api: api, id: 5_000_000_000)),
      ContractCase(ListStatusesCall(api: api, commit: commit)),
      ContractCase(CreateStatusCall(api: api, commit: commit, status: api.status(publication))),
      ContractCase(ListCheckRunsCall(api: api, commit: commit, name: "reviewbot")),
      ContractCase(
        CreateCheckRunCall(
          api: api, change: CheckRunChange(content, portion: portion, commit: commit.hex, isLast: true))),
      ContractCase(
        UpdateCheckRunCall(
          api: api, id: 5_000_000_000, change: CheckRunChange(content, portion: portion, commit: nil, isLast: false))),
      ContractCase(ListReviewsCall(api: api, number: 7)),
      ContractCase(ListReviewCommentsCall(api: api, number: 7)),
      ContractCase(
        CreateReviewCall(
          api: api, number: 7, review: GitHubNewReview(commit: commit, body: "Look.", comments: comments))),
      ContractCase(UpdateReviewCommentCall(api: api, id: 5_000_000_000, text: "Fixed.")),
      ContractCase(DeleteReviewCommentCall(api: api, id: 5_000_000_000)),
      ContractCase(UpdateReviewCall(api: api, number: 7, id: 80, text: "Twice.")),
      ContractCase(ListLabelsCall(api: api, number: 7)),
      ContractCase(AddLabelsCall(api: api, number: 7, labels: ["untested"])),
      ContractCase(RemoveLabelCall(api: api, number: 7, label: "un/tested")),
      ContractCase(PermissionCall(api: api, login: "ada")),
      ContractCase(InstallationCall(api: api, appToken: Secret("a.b.c"))),
      ContractCase(InstallationRepositoriesCall(api: api)),
      ContractCase(ListInstallationsCall(api: api, appToken: Secret("a.b.c"))),
      ContractCase(
        CreateInstallationTokenCall(
          api: api, appToken: Secret("a.b.c"), installation: 99, permissions: AppSettings.writing)),
    ]
  }
}
