// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTTPTypes
import ResourceLoading

/// `POST /repos/{owner}/{repo}/pulls/{number}/reviews`: a review with comments on lines, all or nothing
struct CreateReviewCall: ForgeResource {
  typealias Model = GitHubReview

  let api: GitHubAPI
  let number: Int
  let review: GitHubNewReview

  var request: HTTPRequest { api.request(.post, "pulls", "\(number)", "reviews") }
  var body: RequestBody { get throws { try .json(review) } }
}

/// A review that only comments: approvals and requests for changes are left to people.
struct GitHubNewReview: Encodable, Hashable, Sendable {
  let commitId: String
  let body: String
  let event = "COMMENT"
  let comments: [GitHubLineComment]

  init(commit: CommitID, body: String, comments: [GitHubLineComment]) {
    commitId = commit.hex
    self.body = body
    self.comments = comments
  }
}

/// An existing review.
struct GitHubReview: Decodable, Hashable, Sendable {
  let id: Int
  let body: String
  let state: String
  /// `null` when the account was deleted.
  let user: ForgeComment.Author?
}

/// A comment on lines of the head's side of a change.
struct GitHubLineComment: Encodable, Hashable, Sendable {
  let path: String
  let body: String
  let line: Int
  let side = "RIGHT"
  /// Less than `line`; `nil` for a comment on one line, for which GitHub rejects it.
  let startLine: Int?
  let startSide: String?

  /// - Parameter text: Markdown.
  init(path: String, lines: ClosedRange<Int>, text: String) {
    self.path = path
    body = text
    line = lines.upperBound
    startLine = lines.count > 1 ? lines.lowerBound : nil
    startSide = lines.count > 1 ? "RIGHT" : nil
  }

  /// A comment with a suggestion that replaces its lines.
  init(path: String, suggestion: Suggestion, text: String) {
    self.init(
      path: path, lines: suggestion.startLine...max(suggestion.startLine, suggestion.endLine),
      text: "\(text)\n\n\(SuggestionBlock.text(suggestion.replacement))")
  }
}

/// A suggestion block in Markdown, which a forge offers to apply to lines.
enum SuggestionBlock {
  /// - Parameter range: the lines, where the forge cannot derive them from the comment's place; starts with a colon.
  static func text(_ replacement: String, range: String = "") -> String {
    let fence = fence(around: replacement)
    let lines = replacement.isEmpty ? "" : replacement + "\n"
    return "\(fence)suggestion\(range)\n\(lines)\(fence)"
  }

  /// Returns a fence longer than any in the text, so that the text cannot end it.
  private static func fence(around text: String) -> String {
    var longest = 0
    var run = 0
    for character in text {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    return String(repeating: "`", count: max(3, longest + 1))
  }
}

/// `PATCH /repos/{owner}/{repo}/pulls/comments/{id}`: changes a comment on lines
struct UpdateReviewCommentCall: ForgeResource {
  typealias Model = ForgeComment

  let api: GitHubAPI
  let id: Int
  let text: String

  var request: HTTPRequest { api.request(.patch, "pulls", "comments", "\(id)") }
  var body: RequestBody { get throws { try .json(["body": text]) } }
}

/// `DELETE /repos/{owner}/{repo}/pulls/comments/{id}`
struct DeleteReviewCommentCall: HTTPResource, StatusResource {
  let api: GitHubAPI
  let id: Int

  var request: HTTPRequest { api.request(.delete, "pulls", "comments", "\(id)") }
}

/// `PUT /repos/{owner}/{repo}/pulls/{number}/reviews/{review_id}`: changes the text of a review
struct UpdateReviewCall: ForgeResource {
  typealias Model = GitHubReview

  let api: GitHubAPI
  let number: Int
  let id: Int
  let text: String

  var request: HTTPRequest { api.request(.put, "pulls", "\(number)", "reviews", "\(id)") }
  var body: RequestBody { get throws { try .json(["body": text]) } }
}

/// `GET /repos/{owner}/{repo}/pulls/{number}/comments`: the comments on lines, of all reviews
struct ListReviewCommentsCall: ForgeResource, PagedResource {
  typealias Model = LossyList<ForgeComment>

  let api: GitHubAPI
  let number: Int

  var request: HTTPRequest {
    api.request(.get, "pulls", "\(number)", "comments", query: ["per_page": "\(GitHubLimits.pageSize)"])
  }
}

/// `GET /repos/{owner}/{repo}/pulls/{number}/reviews`
struct ListReviewsCall: ForgeResource, PagedResource {
  typealias Model = LossyList<GitHubReview>

  let api: GitHubAPI
  let number: Int

  var request: HTTPRequest {
    api.request(.get, "pulls", "\(number)", "reviews", query: ["per_page": "\(GitHubLimits.pageSize)"])
  }
}
