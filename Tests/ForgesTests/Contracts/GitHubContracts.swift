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
      GitHubLineComment(path: "Sources/A.swift", lines: 3...5, text: "Several."),
    ]
    let review = ForgeNewReview(commitId: commit.hex, body: "Look.", comments: comments)
    let app = Secret("a.b.c")
    return [
      try ContractCase(api.pullRequest(7)),
      try ContractCase(api.openPullRequests()),
      try ContractCase(api.branch("feature/circles")),
      try ContractCase(api.defaultBranch()),
      try ContractCase(api.visibility()),
      try ContractCase(api.currentUser()),
      try ContractCase(api.comments(on: 7)),
      try ContractCase(api.newComment("text", on: 7)),
      try ContractCase(api.comment(5_000_000_000, on: 7)),
      try ContractCase(api.change(5_000_000_000, to: "text", on: 7)),
      try ContractCase(api.removal(5_000_000_000, on: 7)),
      try ContractCase(api.statuses(of: commit, named: "reviewbot")),
      try ContractCase(api.newStatus(api.status(publication), of: commit)),
      try ContractCase(api.checkRuns(of: commit, named: "reviewbot")),
      try ContractCase(
        api.newCheckRun(CheckRunChange(content, portion: portion, commit: commit.hex, isLast: true))),
      try ContractCase(
        api.change(
          checkRun: 5_000_000_000, CheckRunChange(content, portion: portion, commit: nil, isLast: false))),
      try ContractCase(api.reviews(on: 7)),
      try ContractCase(api.lineComments(on: 7)),
      try ContractCase(api.newReview(review, on: 7)),
      try ContractCase(api.change(lineComment: 5_000_000_000, to: "Fixed.")),
      try ContractCase(api.removal(lineComment: 5_000_000_000)),
      try ContractCase(api.change(review: 80, to: "Twice.", on: 7)),
      try ContractCase(api.permissions(of: "ada")),
      try ContractCase(api.installation(as: app)),
      try ContractCase(api.installationRepositories()),
      try ContractCase(api.installations(as: app)),
      try ContractCase(api.newInstallationToken(99, AppSettings.writing, as: app)),
    ]
  }
}
