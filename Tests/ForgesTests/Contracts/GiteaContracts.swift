// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ResourceLoading
import ReviewContract
import Testing

@testable import Forges

/// Every call to Gitea.
enum GiteaContracts {
  static func cases() throws -> [ContractCase] {
    let api = try gitea()
    let commit = try sampleCommit()
    let review = ForgeNewReview(
      commitId: commit.hex, body: "Look.",
      comments: [GiteaLineComment(path: "Sources/A.swift", body: "Look.", newPosition: 3)])
    return [
      try ContractCase(api.pullRequest(7)),
      try ContractCase(api.openPullRequests()),
      try ContractCase(api.branch("feature/circles")),
      try ContractCase(api.defaultBranch()),
      try ContractCase(api.visibility()),
      try ContractCase(api.permissions(of: "ada")),
      try ContractCase(api.currentUser()),
      try ContractCase(api.comments(on: 7)),
      try ContractCase(api.newComment("text", on: 7)),
      try ContractCase(api.comment(5, on: 7)),
      try ContractCase(api.change(5, to: "text", on: 7)),
      try ContractCase(api.removal(5, on: 7)),
      try ContractCase(api.statuses(of: commit, named: "reviewbot")),
      try ContractCase(api.newStatus(api.status(try samplePublication(state: .error)), of: commit)),
      try ContractCase(api.reviews(on: 7)),
      try ContractCase(api.newReview(review, on: 7)),
      try ContractCase(api.lineComments(ofReview: 80, on: 7)),
      try ContractCase(api.removal(review: 80, on: 7)),
    ]
  }
}
