// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

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
    let comments = [GiteaNewReview.LineComment(path: "Sources/A.swift", body: "Look.", newPosition: 3)]
    return [
      ContractCase(GiteaPullRequestCall(api: api, number: 7)),
      ContractCase(ListGiteaPullRequestsCall(api: api)),
      ContractCase(GiteaBranchCall(api: api, branch: "feature/circles")),
      ContractCase(RepositoryCall(api: api)),
      ContractCase(PermissionCall(api: api, login: "ada")),
      ContractCase(CurrentUserCall(api: api)),
      ContractCase(ListGiteaCommentsCall(api: api, number: 7)),
      ContractCase(CreateCommentCall(api: api, number: 7, text: "text")),
      ContractCase(CommentCall(api: api, id: 5)),
      ContractCase(UpdateCommentCall(api: api, id: 5, text: "text")),
      ContractCase(DeleteCommentCall(api: api, id: 5)),
      ContractCase(ListGiteaStatusesCall(api: api, commit: commit)),
      ContractCase(
        CreateGiteaStatusCall(api: api, commit: commit, status: api.status(try samplePublication(state: .error)))),
      ContractCase(ListGiteaReviewsCall(api: api, number: 7)),
      ContractCase(
        CreateGiteaReviewCall(
          api: api, number: 7, review: GiteaNewReview(commit: commit, body: "Look.", comments: comments))),
      ContractCase(ListGiteaReviewCommentsCall(api: api, number: 7, review: 80)),
      ContractCase(DeleteGiteaReviewCall(api: api, number: 7, id: 80)),
    ]
  }
}
